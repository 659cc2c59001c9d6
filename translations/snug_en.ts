<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
</context>
</TS>
