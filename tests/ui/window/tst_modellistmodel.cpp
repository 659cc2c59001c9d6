// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models under the places they were found in; filtering; what cannot be used is greyed.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/modellistmodel.h"

#include <QAbstractItemModelTester>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestModelListModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isEmptyWithoutCatalog();
    void groupsModelsByPlace();
    void namesGroupsOfItsOwn();
    void greysWhatCannotBeUsed();
    void saysWhatIsNotFullyDownloaded();
    void filters_data();
    void filters();
    void findsRowsByPath();
    void writesTheHomeFolderShort();

private:
    QStringList texts() const
    {
        QStringList all;
        for (int row = 0; row < m_model->rowCount(); ++row)
            all << m_model->index(row).data().toString();
        return all;
    }

    std::unique_ptr<ModelListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestModelListModel::init()
{
    m_tester.reset();
    m_model = std::make_unique<ModelListModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestModelListModel::isEmptyWithoutCatalog()
{
    QCOMPARE(m_model->rowCount(), 0);
    QCOMPARE(m_model->modelCount(), 0);
}

void TestModelListModel::groupsModelsByPlace()
{
    m_model->setCatalog(std::make_shared<const Catalog>(fakeCatalog()));
    QCOMPARE(texts(), (QStringList{"Hugging Face cache", "Qwen2.5-7B-Instruct", "Llama-3.2-3B-Instruct", "/models",
                                   "old-finetune-13b"}));
    const QModelIndex group = m_model->index(0);
    QCOMPARE(group.data(ModelListModel::KindRole).toInt(), int(ModelListModel::GroupKind));
    QCOMPARE(group.data(ModelListModel::CountRole).toInt(), 2);
    QVERIFY(!(group.flags() & Qt::ItemIsSelectable));
    const QModelIndex model = m_model->index(1);
    QCOMPARE(model.data(ModelListModel::DetailRole).toString(), QString("7.6 B · BF16"));
    QCOMPARE(model.data(ModelListModel::SizeRole).toString(), QString("14.0 GiB"));
    QVERIFY(model.flags() & Qt::ItemIsSelectable);
}

void TestModelListModel::namesGroupsOfItsOwn()
{
    Catalog catalog = fakeCatalog();
    catalog.entries.resize(2);
    catalog.entries[0].group = kRecentGroup;
    catalog.entries[1].group = kSampleGroup;
    m_model->setCatalog(std::make_shared<const Catalog>(catalog));
    QCOMPARE(m_model->index(0).data().toString(), QString("Recent"));
    QCOMPARE(m_model->index(2).data().toString(), QString("Sample model"));
}

void TestModelListModel::greysWhatCannotBeUsed()
{
    m_model->setCatalog(std::make_shared<const Catalog>(fakeCatalog()));
    const QModelIndex old = m_model->index(4);
    QVERIFY(!(old.flags() & Qt::ItemIsEnabled));
    QVERIFY(old.data(Qt::ToolTipRole).toString().contains("pickled weights"));
    QVERIFY(old.data(ModelListModel::SizeRole).toString().isEmpty());
}

void TestModelListModel::saysWhatIsNotFullyDownloaded()
{
    Catalog catalog;
    const std::string reason = "Not fully downloaded, model-00002-of-00002.safetensors is missing: run it again.";
    catalog.entries = {{"/hub/half", "Half", std::string(kHuggingFacePlace), reason, 0, false, true}};
    m_model->setCatalog(std::make_shared<const Catalog>(catalog));
    const QModelIndex half = m_model->index(1);
    QVERIFY(!(half.flags() & Qt::ItemIsEnabled));
    QCOMPARE(half.data(ModelListModel::DetailRole).toString(), QString("Not fully downloaded"));
    QVERIFY(half.data(Qt::ToolTipRole).toString().endsWith(QString::fromStdString(reason)));
    QVERIFY(half.data(Qt::AccessibleTextRole).toString().endsWith(QString::fromStdString(reason)));
}

void TestModelListModel::filters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("left");
    QTest::newRow("name, other case") << "QWEN" << QStringList{"Hugging Face cache", "Qwen2.5-7B-Instruct"};
    QTest::newRow("detail") << "3.2 b" << QStringList{"Hugging Face cache", "Llama-3.2-3B-Instruct"};
    QTest::newRow("nothing") << "zzz" << QStringList{};
}

void TestModelListModel::filters()
{
    QFETCH(QString, text);
    QFETCH(QStringList, left);
    m_model->setCatalog(std::make_shared<const Catalog>(fakeCatalog()));
    m_model->setFilter(text);
    QCOMPARE(texts(), left);
    QCOMPARE(m_model->modelCount(), 3);
    m_model->setFilter({});
    QCOMPARE(m_model->rowCount(), 5);
}

void TestModelListModel::findsRowsByPath()
{
    m_model->setCatalog(std::make_shared<const Catalog>(fakeCatalog()));
    QCOMPARE(m_model->rowOf("/hub/llama"), 2);
    QCOMPARE(m_model->rowOf("/hub/none"), -1);
}

void TestModelListModel::writesTheHomeFolderShort()
{
    Catalog catalog;
    const std::string home = QDir::homePath().toStdString();
    catalog.entries = {{home + "/Models/x", "x", home + "/Models", "", 0, true}};
    m_model->setCatalog(std::make_shared<const Catalog>(catalog));
    QCOMPARE(texts().first(), QString("~/Models"));
}

SNUG_UI_TEST_MAIN(TestModelListModel)
#include "tst_modellistmodel.moc"
