<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>MeasureWords</name>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2 in %3.</source>
        <translation>
            <numerusform>Measured on %n window of %1 tokens of %2 in %3.</numerusform>
            <numerusform>Measured on %n windows of %1 tokens of %2 in %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ActionBar</name>
    <message numerus="yes">
        <source>Quantize %n level(s)</source>
        <translation>
            <numerusform>Quantize %n level</numerusform>
            <numerusform>Quantize %n levels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::AnswersCard</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ComparePage</name>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2.</source>
        <translation>
            <numerusform>Measured on %n window of %1 tokens of %2.</numerusform>
            <numerusform>Measured on %n windows of %1 tokens of %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::EmptyPage</name>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::FolderSection</name>
    <message numerus="yes">
        <source>modules of %n pattern(s) as they are</source>
        <translation>
            <numerusform>modules of %n pattern as they are</numerusform>
            <numerusform>modules of %n patterns as they are</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ImatrixDialog</name>
    <message numerus="yes">
        <source>%n window(s) of %1 tokens</source>
        <translation>
            <numerusform>%n window of %1 tokens</numerusform>
            <numerusform>%n windows of %1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Goes on from %n window(s) that an earlier run has done.</source>
        <translation>
            <numerusform>Goes on from %n window that an earlier run has done.</numerusform>
            <numerusform>Goes on from %n windows that an earlier run has done.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ImportanceSection</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s) of text</source>
        <translation>
            <numerusform>%n piece of text</numerusform>
            <numerusform>%n pieces of text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Off. %n level(s) need an importance matrix.</source>
        <translation>
            <numerusform>Off. %n level needs an importance matrix.</numerusform>
            <numerusform>Off. %n levels need an importance matrix.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n entries</source>
        <translation>
            <numerusform>%1, %n entry</numerusform>
            <numerusform>%1, %n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::LayerSection</name>
    <message numerus="yes">
        <source>%n override(s)</source>
        <translation>
            <numerusform>%n override</numerusform>
            <numerusform>%n overrides</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ModelListModel</name>
    <message numerus="yes">
        <source>%1, %n model(s)</source>
        <translation>
            <numerusform>%1, %n model</numerusform>
            <numerusform>%1, %n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::OutputSection</name>
    <message numerus="yes">
        <source>%1 to write in %n file(s), %2 free</source>
        <translation>
            <numerusform>%1 to write in %n file, %2 free</numerusform>
            <numerusform>%1 to write in %n files, %2 free</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::OverrideTable</name>
    <message numerus="yes">
        <source>%n tensor(s) chosen</source>
        <translation>
            <numerusform>%n tensor chosen</numerusform>
            <numerusform>%n tensors chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back %n override(s)</source>
        <translation>
            <numerusform>Take back %n override</numerusform>
            <numerusform>Take back %n overrides</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::QuantizePage</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n level(s)</source>
        <translation>
            <numerusform>Show all %n level</numerusform>
            <numerusform>Show all %n levels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n level</numerusform>
            <numerusform>%n levels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>replaces %n file(s)</source>
        <translation>
            <numerusform>replaces %n file</numerusform>
            <numerusform>replaces %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with this name exist already.</source>
        <translation>
            <numerusform>%n file with this name exists already.</numerusform>
            <numerusform>%n files with these names exist already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>replaces %n folder(s)</source>
        <translation>
            <numerusform>replaces %n folder</numerusform>
            <numerusform>replaces %n folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) with this name exist already.</source>
        <translation>
            <numerusform>%n folder with this name exists already.</numerusform>
            <numerusform>%n folders with these names exist already.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::ResultPage</name>
    <message numerus="yes">
        <source>for %n level(s) together</source>
        <translation>
            <numerusform>for %n level</numerusform>
            <numerusform>for %n levels together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more file(s)</source>
        <translation>
            <numerusform>%1 and %n more file</numerusform>
            <numerusform>%1 and %n more files</numerusform>
        </translation>
    </message>
</context>
</TS>
