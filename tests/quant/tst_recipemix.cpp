// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every type of every tensor, for the shapes of real models and all levels, against the reference's own choices.

#include "core/quant/recipe.h"
#include "tests/quant/goldenmodel.h"
#include "tests/support/shareddata.h"

#include <QTest>

using namespace snug;

class TestRecipeMix : public QObject
{
    Q_OBJECT

private slots:
    void matchesReference_data();
    void matchesReference();

private:
    void compare(const Model &model, const nlohmann::ordered_json &mix, const nlohmann::ordered_json &expected,
                 const FileType &fileType, bool hasImportance);
};

void TestRecipeMix::matchesReference_data()
{
    SNUG_REQUIRE_SHARED("golden/mix");
    QTest::addColumn<QString>("file");
    for (const auto &entry : std::filesystem::directory_iterator(test::sharedData("golden/mix")))
        if (entry.path().extension() == ".json")
            QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
}

void TestRecipeMix::matchesReference()
{
    QFETCH(QString, file);
    const auto mix = test::readJson(file.toStdString());
    QVERIFY(!mix.is_discarded());
    const Model model = test::mixModel(mix);
    std::size_t compared = 0;
    for (const auto &[name, expected] : mix.at("ftypes").items()) {
        const FileType *fileType = findFileType(name);
        QVERIFY2(fileType, name.c_str());
        const auto &plain = expected.at("plain");
        const auto &imatrix = expected.at("imatrix");
        compare(model, mix, plain, *fileType, false);
        compare(model, mix, imatrix == "same" ? plain : imatrix, *fileType, true);
        compared += 2;
        if (QTest::currentTestFailed())
            return;
    }
    QCOMPARE(compared, 2 * fileTypes().size());
}

void TestRecipeMix::compare(const Model &model, const nlohmann::ordered_json &mix,
                            const nlohmann::ordered_json &expected, const FileType &fileType, bool hasImportance)
{
    RecipeOptions options;
    options.hasImportance = hasImportance;
    const QByteArray where =
        QByteArray(fileType.name.data(), int(fileType.name.size())) + (hasImportance ? " with" : " without");
    const auto proposed = proposeTypes(model, fileType, options);
    QVERIFY2(proposed.has_value() != expected.contains("error"), where);
    if (!proposed) {
        QCOMPARE(proposed.error().code, ErrorCode::Unsupported);
        return;
    }

    const std::string letters = expected.at("types").get<std::string>();
    QCOMPARE(letters.size(), model.tensors.size());
    std::vector<TensorType> types;
    std::size_t fallbacks = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const TensorDecision &decision = (*proposed)[i];
        const std::string wanted = mix.at("legend").at(std::string(1, letters[i])).get<std::string>();
        if (tensorTypeName(decision.type) != wanted)
            QFAIL(where + ": " + model.tensors[i].name.c_str() + " should be " + wanted.c_str() + ". " +
                  decision.why.c_str());
        QVERIFY2(QByteArray(decision.why.c_str()).contains(wanted.c_str()), decision.why.c_str());
        QVERIFY(decision.why.ends_with("."));
        types.push_back(decision.type);
        fallbacks += decision.fallback ? 1 : 0;
    }
    QCOMPARE(fallbacks, expected.value("fallbacks", std::size_t{0}));
    QCOMPARE(test::bytesOf(model, types, 1), expected.at("bytes").get<std::uint64_t>());
    QCOMPARE(test::bytesOf(model, types, 32), expected.at("padded_bytes").get<std::uint64_t>());

    const auto decided = decideTypes(model, fileType, options);
    QCOMPARE(!decided.has_value(), expected.value("needs_imatrix", false) && !hasImportance);
    if (!decided)
        QCOMPARE(decided.error().code, ErrorCode::Unsupported);
}

QTEST_APPLESS_MAIN(TestRecipeMix)
#include "tst_recipemix.moc"
