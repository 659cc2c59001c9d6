<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>ChartAxis</name>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
</context>
<context>
    <name>MeasureWords</name>
    <message>
        <source>%1 %</source>
        <comment>a share</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird beendet…</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>Modelle werden gelesen…</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Es wird gemessen</translation>
    </message>
    <message>
        <source>time left not known yet</source>
        <translation>Restzeit noch nicht bekannt</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 left, %2 tokens per second</source>
        <translation>noch %1, %2 Token je Sekunde</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>%1 of %2 windows done</source>
        <translation>%1 von %2 Fenstern fertig</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layer %1 of %2, %3</source>
        <translation>Schicht %1 von %2, %3</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>Beendet, bevor etwas gemessen war.</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2 in %3.</source>
        <translation>
            <numerusform>Gemessen an %n Fenster von %1 Token aus %2 in %3.</numerusform>
            <numerusform>Gemessen an %n Fenstern von %1 Token aus %2 in %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was stopped before the end of the text.</source>
        <translation>Vor dem Ende des Textes beendet.</translation>
    </message>
    <message>
        <source>Comparing weights</source>
        <translation>Gewichte werden verglichen</translation>
    </message>
    <message>
        <source>Answering the prompt</source>
        <translation>Die Eingabe wird beantwortet</translation>
    </message>
    <message>
        <source>%1 of %2 tensors done</source>
        <translation>%1 von %2 Tensoren fertig</translation>
    </message>
    <message>
        <source>%1 of %2 tokens written</source>
        <translation>%1 von %2 Token geschrieben</translation>
    </message>
    <message>
        <source>Making an importance matrix of %1</source>
        <translation>Wichtigkeitsmatrix von %1 entsteht</translation>
    </message>
    <message>
        <source>Reading the model and the text…</source>
        <translation>Modell und Text werden gelesen…</translation>
    </message>
    <message>
        <source>Making an importance matrix</source>
        <translation>Wichtigkeitsmatrix entsteht</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>Schicht %1 von %2</translation>
    </message>
    <message>
        <source>Stopped before the first windows were through.</source>
        <translation>Beendet, bevor die ersten Fenster fertig waren.</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 windows. What is done is kept, and it can go on from there.</source>
        <translation>Nach %1 von %2 Fenstern beendet. Das Getane bleibt erhalten, von dort kann es weitergehen.</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <source>about %1 s</source>
        <translation>etwa %1 s</translation>
    </message>
    <message>
        <source>about %1 min</source>
        <translation>etwa %1 min</translation>
    </message>
    <message>
        <source>about %1 h</source>
        <translation>etwa %1 h</translation>
    </message>
    <message>
        <source>about %1 h %2 min</source>
        <translation>etwa %1 h %2 min</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Cannot estimate</source>
        <translation>Unbekannt</translation>
    </message>
</context>
<context>
    <name>snug::ui::ActionBar</name>
    <message>
        <source>The same job as a line for the terminal (Ctrl+Shift+C)</source>
        <translation>Derselbe Auftrag als Zeile fürs Terminal (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Start now (Ctrl+Return)</source>
        <translation>Jetzt starten (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>Quantisieren</translation>
    </message>
    <message numerus="yes">
        <source>Quantize %n level(s)</source>
        <translation>
            <numerusform>%n Stufe quantisieren</numerusform>
            <numerusform>%n Stufen quantisieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::AnswersCard</name>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Asks every ticked variant the same</source>
        <translation>Fragt jede angekreuzte Variante dasselbe</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>writing…</source>
        <translation>schreibt…</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>differs at token %1</source>
        <translation>anders ab Token %1</translation>
    </message>
    <message>
        <source>Answer of %1</source>
        <translation>Antwort von %1</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token, so that only the weights make a difference. Above, the seed decides too, the same for all.</source>
        <translation>0 nimmt immer das wahrscheinlichste Token, so dass nur die Gewichte einen Unterschied machen. Darüber entscheidet auch der Startwert, derselbe für alle.</translation>
    </message>
    <message>
        <source>0, greedy</source>
        <comment>temperature</comment>
        <translation>0, ohne Zufall</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
</context>
<context>
    <name>snug::ui::ChartCard</name>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Peak so far</source>
        <translation>Spitze bisher</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>Erwartete Spitze</translation>
    </message>
    <message>
        <source>Now, %1</source>
        <translation>Jetzt, %1</translation>
    </message>
    <message>
        <source>At the end, %1</source>
        <translation>Am Ende, %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::CommandBox</name>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareDelegate</name>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no context fits</comment>
        <translation>keiner</translation>
    </message>
</context>
<context>
    <name>snug::ui::ComparePage</name>
    <message>
        <source>Reading the model&apos;s headers…</source>
        <translation>Die Köpfe des Modells werden gelesen…</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2.</source>
        <translation>
            <numerusform>Gemessen an %n Fenster von %1 Token aus %2.</numerusform>
            <numerusform>Gemessen an %n Fenstern von %1 Token aus %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tick a variant.</source>
        <translation>Eine Variante ankreuzen.</translation>
    </message>
    <message>
        <source>size, %1</source>
        <translation>Größe, %1</translation>
    </message>
    <message>
        <source>Wait until the measurement has ended.</source>
        <translation>Erst muss die Messung zu Ende sein.</translation>
    </message>
    <message>
        <source>Tick two to four variants: they answer side by side.</source>
        <translation>Zwei bis vier Varianten ankreuzen: Sie antworten nebeneinander.</translation>
    </message>
    <message>
        <source>Tick at most four variants: they answer side by side.</source>
        <translation>Höchstens vier Varianten ankreuzen: Sie antworten nebeneinander.</translation>
    </message>
    <message>
        <source>Add variants</source>
        <translation>Varianten hinzufügen</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors config.json);;All files (*)</source>
        <translation>Modelle (*.gguf *.safetensors config.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 ließ sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>Make levels…</source>
        <translation>Stufen herstellen…</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation>Bild…</translation>
    </message>
    <message>
        <source>Save the page as a picture</source>
        <translation>Seite als Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Go to Quantize</source>
        <translation>Zu „Quantisieren“</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>Noch nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Make levels of a model, or press Measure beside one. Its variants stand here side by side: size, quality, and what still fits this machine.</source>
        <translation>Stufen eines Modells herstellen, oder neben einem Modell auf „Messen“ drücken. Seine Varianten stehen hier nebeneinander: Größe, Güte, und was noch auf diesen Rechner passt.</translation>
    </message>
    <message>
        <source>Size against loss</source>
        <translation>Größe gegen Verlust</translation>
    </message>
    <message>
        <source>KL divergence; on the line nothing is both smaller and closer</source>
        <translation>KL-Divergenz; auf der Linie ist nichts kleiner und näher zugleich</translation>
    </message>
    <message>
        <source>Shown when levels are measured against their source.</source>
        <translation>Erscheint, sobald Stufen gegen ihre Quelle gemessen sind.</translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation>Fehler je Schicht</translation>
    </message>
    <message>
        <source>relative, lower is better</source>
        <translation>relativ, kleiner ist besser</translation>
    </message>
    <message>
        <source>Shown for levels that were made or measured here.</source>
        <translation>Erscheint für Stufen, die hier hergestellt oder gemessen wurden.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Add variant</source>
        <translation>Variante hinzufügen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareTable</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareTableModel</name>
    <message>
        <source>base</source>
        <comment>what the others are compared with</comment>
        <translation>Basis</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no context fits</comment>
        <translation>keiner</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation>KL-Mittel</translation>
    </message>
    <message>
        <source>KL 99 %</source>
        <translation>KL 99 %</translation>
    </message>
    <message>
        <source>Same first</source>
        <translation>Gleiche erste</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>per weight</source>
        <translation>je Gewicht</translation>
    </message>
    <message>
        <source>lower is better</source>
        <translation>kleiner ist besser</translation>
    </message>
    <message>
        <source>on the base</source>
        <translation>zur Basis</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nat</translation>
    </message>
    <message>
        <source>choice, %</source>
        <translation>Wahl, %</translation>
    </message>
    <message>
        <source>KV f16</source>
        <translation>KV f16</translation>
    </message>
    <message>
        <source>KV q8_0</source>
        <translation>KV q8_0</translation>
    </message>
    <message>
        <source>KV q4_0</source>
        <translation>KV q4_0</translation>
    </message>
    <message>
        <source>tokens/s, pred.</source>
        <translation>Token/s, erw.</translation>
    </message>
</context>
<context>
    <name>snug::ui::Comparison</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source %1</source>
        <translation>Quelle %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceBox</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceChoice</name>
    <message>
        <source>%1, which was chosen last, is not there now. Automatic takes its place.</source>
        <translation>%1, zuletzt gewählt, ist jetzt nicht da. Stattdessen gilt „Automatisch“.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceListModel</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Measured when a job starts; the fastest does the work.</source>
        <translation>Zu Beginn wird gemessen; das schnellste Gerät arbeitet.</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht …</translation>
    </message>
    <message>
        <source>Not available</source>
        <translation>Nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceStrip</name>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Swap</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceWords</name>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a card and CUDA or Vulkan</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>Treiber %1</translation>
    </message>
    <message>
        <source>on the processor</source>
        <translation>auf dem Prozessor</translation>
    </message>
    <message>
        <source>on %1</source>
        <comment>a card</comment>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>may differ in the last bit on this device</source>
        <translation>kann auf diesem Gerät im letzten Bit abweichen</translation>
    </message>
    <message>
        <source>software driver: the processor does the work, slowly</source>
        <translation>Softwaretreiber: der Prozessor arbeitet, langsam</translation>
    </message>
    <message>
        <source>its memory is watched; there is no driver here that could quantize on it</source>
        <translation>sein Speicher wird beobachtet; kein Treiber hier kann darauf quantisieren</translation>
    </message>
    <message>
        <source>instruction set %1</source>
        <translation>Befehlssatz %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::DropOverlay</name>
    <message>
        <source>Drop to open</source>
        <translation>Zum Öffnen ablegen</translation>
    </message>
</context>
<context>
    <name>snug::ui::EmptyPage</name>
    <message>
        <source>Pick a model to make smaller</source>
        <translation>Wählen Sie ein Modell zum Verkleinern</translation>
    </message>
    <message>
        <source>Drop a model folder or a GGUF file here, or choose one.</source>
        <translation>Legen Sie einen Modellordner oder eine GGUF-Datei hier ab, oder wählen Sie aus.</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen…</translation>
    </message>
    <message>
        <source>Try the sample model</source>
        <translation>Beispielmodell ausprobieren</translation>
    </message>
    <message>
        <source>Add a folder to look in…</source>
        <translation>Weiteren Ordner durchsuchen…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Where Snug looked</source>
        <translation>Wo Snug gesucht hat</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>no models in it</source>
        <translation>keine Modelle darin</translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::EntryList</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>%1, choice</source>
        <translation>%1, Auswahl</translation>
    </message>
</context>
<context>
    <name>snug::ui::FailureCard</name>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>snug::ui::FailureDetails</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>what was known when it stopped</source>
        <translation>was beim Anhalten bekannt war</translation>
    </message>
</context>
<context>
    <name>snug::ui::FolderSection</name>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Add a pattern</source>
        <translation>Muster hinzufügen</translation>
    </message>
    <message>
        <source>Modules to leave as they are, as regular expressions on their names</source>
        <translation>Module, die bleiben, wie sie sind, als reguläre Ausdrücke auf ihre Namen</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>Symmetrisch</translation>
    </message>
    <message>
        <source>Asymmetric, with a zero point</source>
        <translation>Asymmetrisch, mit Nullpunkt</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>Skalen</translation>
    </message>
    <message>
        <source>Searched for the least error</source>
        <translation>Gesucht nach kleinstem Fehler</translation>
    </message>
    <message>
        <source>From the smallest and largest weight, faster</source>
        <translation>Aus kleinstem und größtem Gewicht, schneller</translation>
    </message>
    <message>
        <source>Weights that share a scale</source>
        <translation>Gewichte mit gemeinsamer Skala</translation>
    </message>
    <message>
        <source>%1 (usual)</source>
        <translation>%1 (üblich)</translation>
    </message>
    <message>
        <source>Weights that share a scale, of 4-bit levels</source>
        <translation>Gewichte mit gemeinsamer Skala, bei 4-Bit-Stufen</translation>
    </message>
    <message>
        <source>A scale for %1 weights each</source>
        <translation>Eine Skala für je %1 Gewichte</translation>
    </message>
    <message>
        <source>Codes with a zero point</source>
        <translation>Codes mit Nullpunkt</translation>
    </message>
    <message>
        <source>Symmetric codes</source>
        <translation>Symmetrische Codes</translation>
    </message>
    <message>
        <source>scales from the extremes</source>
        <translation>Skalen aus den Randwerten</translation>
    </message>
    <message>
        <source>searched scales</source>
        <translation>gesuchte Skalen</translation>
    </message>
    <message numerus="yes">
        <source>modules of %n pattern(s) as they are</source>
        <translation>
            <numerusform>Module von %n Muster unverändert</numerusform>
            <numerusform>Module von %n Mustern unverändert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::Format</name>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Something went wrong inside Snug.</source>
        <translation>In Snug selbst ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>These settings do not work.</source>
        <translation>Diese Einstellungen funktionieren nicht.</translation>
    </message>
    <message>
        <source>The model could not be read.</source>
        <translation>Das Modell ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>Snug cannot work with this model.</source>
        <translation>Mit diesem Modell kann Snug nicht arbeiten.</translation>
    </message>
    <message>
        <source>It does not fit.</source>
        <translation>Es passt nicht.</translation>
    </message>
    <message>
        <source>Reading or writing failed.</source>
        <translation>Lesen oder Schreiben ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Copy the details and send them to the authors.</source>
        <translation>Kopieren Sie die Einzelheiten und senden Sie sie den Autoren.</translation>
    </message>
    <message>
        <source>Get the model again, its files look damaged.</source>
        <translation>Besorgen Sie das Modell erneut, seine Dateien scheinen beschädigt.</translation>
    </message>
    <message>
        <source>Check the disk and its permissions, or choose another output folder.</source>
        <translation>Prüfen Sie Datenträger und Rechte, oder wählen Sie einen anderen Ausgabeordner.</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging-Face-Cache</translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
</context>
<context>
    <name>snug::ui::HeatCard</name>
    <message>
        <source>Level shown</source>
        <translation>Gezeigte Stufe</translation>
    </message>
    <message>
        <source>Error by layer and projection</source>
        <translation>Fehler je Schicht und Projektion</translation>
    </message>
    <message>
        <source>relative, lower is better</source>
        <translation>relativ, kleiner ist besser</translation>
    </message>
</context>
<context>
    <name>snug::ui::HeatStrip</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error by layer and projection</source>
        <translation>Fehler je Schicht und Projektion</translation>
    </message>
    <message>
        <source>Layer %1, %2</source>
        <translation>Schicht %1, %2</translation>
    </message>
    <message>
        <source>in work</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>snug::ui::ImatrixDialog</name>
    <message numerus="yes">
        <source>%n window(s) of %1 tokens</source>
        <translation>
            <numerusform>%n Fenster zu %1 Token</numerusform>
            <numerusform>%n Fenster zu %1 Token</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of RAM</source>
        <translation>%1 RAM</translation>
    </message>
    <message>
        <source>computed on the processor</source>
        <translation>gerechnet auf dem Prozessor</translation>
    </message>
    <message>
        <source>Make an importance matrix</source>
        <translation>Wichtigkeitsmatrix erstellen</translation>
    </message>
    <message>
        <source>The model reads a text, and Snug notes which weights matter most for it. Best is a text like those the model will be used for.</source>
        <translation>Das Modell liest einen Text, und Snug merkt sich, welche Gewichte dabei am meisten zählen. Am besten ist ein Text wie jene, für die das Modell gebraucht wird.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>How much of the text is read. More takes longer and makes the matrix better.</source>
        <translation>Wie viel vom Text gelesen wird. Mehr dauert länger und macht die Matrix besser.</translation>
    </message>
    <message>
        <source>%1 windows</source>
        <translation>%1 Fenster</translation>
    </message>
    <message>
        <source>the whole text</source>
        <translation>ganzer Text</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Use this file</source>
        <translation>Diese Datei verwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <source>English novels (comes with Snug)</source>
        <translation>Englische Romane (bei Snug dabei)</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a text</source>
        <translation>Text wählen</translation>
    </message>
    <message>
        <source>Texts (*.txt *.raw *.md);;All files (*)</source>
        <translation>Texte (*.txt *.raw *.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the importance matrix</source>
        <translation>Wichtigkeitsmatrix speichern</translation>
    </message>
    <message>
        <source>Importance matrices (*.gguf)</source>
        <translation>Wichtigkeitsmatrizen (*.gguf)</translation>
    </message>
    <message>
        <source>Choose a text.</source>
        <translation>Einen Text wählen.</translation>
    </message>
    <message>
        <source>Say where it goes.</source>
        <translation>Geben Sie an, wohin sie soll.</translation>
    </message>
    <message>
        <source>Working out what it needs…</source>
        <translation>Der Bedarf wird ermittelt…</translation>
    </message>
    <message>
        <source>A file with this name is there already. It can be used as it is, or replaced.</source>
        <translation>Eine Datei dieses Namens gibt es schon. Sie kann so verwendet oder ersetzt werden.</translation>
    </message>
    <message numerus="yes">
        <source>Goes on from %n window(s) that an earlier run has done.</source>
        <translation>
            <numerusform>Geht von %n Fenster weiter, das ein früherer Lauf geschafft hat.</numerusform>
            <numerusform>Geht von %n Fenstern weiter, die ein früherer Lauf geschafft hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>An earlier run with another text or amount was stopped here; what it has done is thrown away.</source>
        <translation>Ein früherer Lauf mit anderem Text oder anderer Menge wurde hier vorzeitig beendet; was er geschafft hat, geht verloren.</translation>
    </message>
    <message>
        <source>Levels made with it look better than they are when they are measured on the same text.</source>
        <translation>Stufen, die damit entstehen, sehen besser aus, als sie sind, wenn sie am selben Text gemessen werden.</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
</context>
<context>
    <name>snug::ui::ImportanceSection</name>
    <message>
        <source>Importance matrix</source>
        <translation>Wichtigkeitsmatrix</translation>
    </message>
    <message>
        <source>None. Choose a file or drop one here.</source>
        <translation>Keine. Datei wählen oder hierher ziehen.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Entries used</source>
        <translation>Benutzte Einträge</translation>
    </message>
    <message>
        <source>All entries</source>
        <translation>Alle Einträge</translation>
    </message>
    <message>
        <source>Only those named</source>
        <translation>Nur die genannten</translation>
    </message>
    <message>
        <source>All but those named</source>
        <translation>Alle außer den genannten</translation>
    </message>
    <message>
        <source>Names of entries</source>
        <translation>Namen von Einträgen</translation>
    </message>
    <message>
        <source>Parts of names, such as ffn_down, attn_v</source>
        <translation>Teile von Namen, etwa ffn_down, attn_v</translation>
    </message>
    <message>
        <source>It tells which weights matter most, measured on sample text. The smallest levels need one, all others get better by it.</source>
        <translation>Sie sagt, welche Gewichte am meisten zählen, gemessen an Beispieltext. Die kleinsten Stufen brauchen eine, alle anderen werden damit besser.</translation>
    </message>
    <message>
        <source>Reading it…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>gemessen an %1</translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s) of text</source>
        <translation>
            <numerusform>%n Textstück</numerusform>
            <numerusform>%n Textstücke</numerusform>
        </translation>
    </message>
    <message>
        <source>Off. These levels do not need it.</source>
        <translation>Aus. Diese Stufen brauchen sie nicht.</translation>
    </message>
    <message numerus="yes">
        <source>Off. %n level(s) need an importance matrix.</source>
        <translation>
            <numerusform>Aus. %n Stufe braucht eine Wichtigkeitsmatrix.</numerusform>
            <numerusform>Aus. %n Stufen brauchen eine Wichtigkeitsmatrix.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>%1 ist nicht verwendbar</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n entries</source>
        <translation>
            <numerusform>%1, %n Eintrag</numerusform>
            <numerusform>%1, %n Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>Make one now…</source>
        <translation>Jetzt erstellen…</translation>
    </message>
    <message>
        <source>Measures on a text which weights matter most</source>
        <translation>Misst an einem Text, welche Gewichte am meisten zählen</translation>
    </message>
    <message>
        <source>Snug cannot make one of this model: %1</source>
        <translation>Von diesem Modell kann Snug keine erstellen: %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::JobTimeline</name>
    <message>
        <source>stopped %1</source>
        <translation>angehalten %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>all RAM %1</source>
        <translation>ganzes RAM %1</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>stopped after %1</source>
        <translation>nach %1 angehalten</translation>
    </message>
    <message>
        <source>%1 of %2 tensors</source>
        <translation>%1 von %2 Tensoren</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>all VRAM %1</source>
        <translation>gesamter VRAM %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::LayerChart</name>
    <message>
        <source>Error by layer</source>
        <translation>Fehler je Schicht</translation>
    </message>
    <message>
        <source>%1: largest error %2 in layer %3</source>
        <translation>%1: größter Fehler %2 in Schicht %3</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::LayerSection</name>
    <message>
        <source>As the level says</source>
        <translation>Wie in der Stufe</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>Ausgabekopf</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>Wie in der Quelle</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>Token-Einbettung</translation>
    </message>
    <message>
        <source>One type for all layers</source>
        <translation>Ein Typ für alle Schichten</translation>
    </message>
    <message>
        <source>Leaves out the level&apos;s own mix of types. Smaller, but usually worse.</source>
        <translation>Lässt die Typenmischung der Stufe weg. Kleiner, aber meist schlechter.</translation>
    </message>
    <message>
        <source>As each level says</source>
        <translation>Wie in jeder Stufe</translation>
    </message>
    <message>
        <source>output head %1</source>
        <translation>Ausgabekopf %1</translation>
    </message>
    <message>
        <source>token embedding %1</source>
        <translation>Token-Einbettung %1</translation>
    </message>
    <message>
        <source>Layers to leave out</source>
        <translation>Wegzulassende Schichten</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Numbers of layers, the first is 0: 3, 7, 8. The others move up. Usually much worse.</source>
        <translation>Nummern von Schichten, die erste ist 0: 3, 7, 8. Die übrigen rücken nach. Meist viel schlechter.</translation>
    </message>
    <message>
        <source>Refuse stand-in types</source>
        <translation>Ersatztypen ablehnen</translation>
    </message>
    <message>
        <source>A type whose blocks do not divide a row is replaced by another, usually larger one. Ticked, a level that would need this is not made.</source>
        <translation>Ein Typ, dessen Blöcke eine Zeile nicht teilen, wird durch einen anderen, meist größeren ersetzt. Mit Haken wird eine Stufe, die das bräuchte, nicht erzeugt.</translation>
    </message>
    <message>
        <source>Types by pattern, for all tensors whose name it is found in. The first that matches decides; single tensors above come before.</source>
        <translation>Typen nach Muster, für alle Tensoren, in deren Namen es vorkommt. Das erste passende entscheidet; einzelne Tensoren von oben gehen vor.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Add a pattern</source>
        <translation>Muster hinzufügen</translation>
    </message>
    <message>
        <source>without layers %1</source>
        <translation>ohne Schichten %1</translation>
    </message>
    <message>
        <source>no overrides</source>
        <translation>keine Ausnahmen</translation>
    </message>
    <message numerus="yes">
        <source>%n override(s)</source>
        <translation>
            <numerusform>%n Ausnahme</numerusform>
            <numerusform>%n Ausnahmen</numerusform>
        </translation>
    </message>
    <message>
        <source>no stand-in types</source>
        <translation>keine Ersatztypen</translation>
    </message>
</context>
<context>
    <name>snug::ui::LegendTable</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>all RAM</source>
        <translation>ganzes RAM</translation>
    </message>
    <message>
        <source>true peak</source>
        <translation>wahre Spitze</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>snug::ui::Level</name>
    <message>
        <source>32-bit floats, full size</source>
        <translation>32-Bit-Gleitkomma, volle Größe</translation>
    </message>
    <message>
        <source>16-bit floats</source>
        <translation>16-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>16-bit floats, wide range</source>
        <translation>16-Bit-Gleitkomma, weiter Bereich</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>6-bit</source>
        <translation>6 Bit</translation>
    </message>
    <message>
        <source>5-bit, simple, with offsets</source>
        <translation>5 Bit, einfach, mit Versatz</translation>
    </message>
    <message>
        <source>5-bit, mixed</source>
        <translation>5 Bit, gemischt</translation>
    </message>
    <message>
        <source>5-bit, mixed, small</source>
        <translation>5 Bit, gemischt, klein</translation>
    </message>
    <message>
        <source>5-bit, simple</source>
        <translation>5 Bit, einfach</translation>
    </message>
    <message>
        <source>4-bit, simple, with offsets</source>
        <translation>4 Bit, einfach, mit Versatz</translation>
    </message>
    <message>
        <source>4-bit, mixed</source>
        <translation>4 Bit, gemischt</translation>
    </message>
    <message>
        <source>4-bit, mixed, small</source>
        <translation>4 Bit, gemischt, klein</translation>
    </message>
    <message>
        <source>4-bit, non-linear, short blocks</source>
        <translation>4 Bit, nichtlinear, kurze Blöcke</translation>
    </message>
    <message>
        <source>4-bit, simple</source>
        <translation>4 Bit, einfach</translation>
    </message>
    <message>
        <source>4-bit, non-linear</source>
        <translation>4 Bit, nichtlinear</translation>
    </message>
    <message>
        <source>4-bit floats for experts, 8-bit elsewhere</source>
        <translation>4-Bit-Gleitkomma für Experten, sonst 8 Bit</translation>
    </message>
    <message>
        <source>3-bit, mixed, large</source>
        <translation>3 Bit, gemischt, groß</translation>
    </message>
    <message>
        <source>3-bit, mixed</source>
        <translation>3 Bit, gemischt</translation>
    </message>
    <message>
        <source>3-bit, codebook, mixed</source>
        <translation>3 Bit, Codebuch, gemischt</translation>
    </message>
    <message>
        <source>3-bit, codebook</source>
        <translation>3 Bit, Codebuch</translation>
    </message>
    <message>
        <source>3-bit, mixed, small</source>
        <translation>3 Bit, gemischt, klein</translation>
    </message>
    <message>
        <source>2-bit, mixed</source>
        <translation>2 Bit, gemischt</translation>
    </message>
    <message>
        <source>2-bit, simple</source>
        <translation>2 Bit, einfach</translation>
    </message>
    <message>
        <source>three values, 2 bits each</source>
        <translation>drei Werte zu je 2 Bit</translation>
    </message>
    <message>
        <source>three values, packed tightly</source>
        <translation>drei Werte, dicht gepackt</translation>
    </message>
    <message>
        <source>1-bit</source>
        <translation>1 Bit</translation>
    </message>
    <message>
        <source>3-bit, codebook, small</source>
        <translation>3 Bit, Codebuch, klein</translation>
    </message>
    <message>
        <source>3-bit, codebook, smallest</source>
        <translation>3 Bit, Codebuch, am kleinsten</translation>
    </message>
    <message>
        <source>2-bit, mixed, small</source>
        <translation>2 Bit, gemischt, klein</translation>
    </message>
    <message>
        <source>2-bit, codebook, mixed</source>
        <translation>2 Bit, Codebuch, gemischt</translation>
    </message>
    <message>
        <source>2-bit, codebook</source>
        <translation>2 Bit, Codebuch</translation>
    </message>
    <message>
        <source>2-bit, codebook, small</source>
        <translation>2 Bit, Codebuch, klein</translation>
    </message>
    <message>
        <source>2-bit, codebook, smallest</source>
        <translation>2 Bit, Codebuch, am kleinsten</translation>
    </message>
    <message>
        <source>under 2-bit, codebook</source>
        <translation>unter 2 Bit, Codebuch</translation>
    </message>
    <message>
        <source>under 2-bit, codebook, small</source>
        <translation>unter 2 Bit, Codebuch, klein</translation>
    </message>
    <message>
        <source>tensors as they are</source>
        <translation>Tensoren, wie sie sind</translation>
    </message>
    <message>
        <source>32-bit floats: nothing is lost, at twice the size of most originals.</source>
        <translation>32-Bit-Gleitkomma: nichts geht verloren, bei doppelter Größe der meisten Originale.</translation>
    </message>
    <message>
        <source>16-bit floats: close to nothing is lost; for programs that cannot read BF16.</source>
        <translation>16-Bit-Gleitkomma: fast nichts geht verloren; für Programme, die BF16 nicht lesen.</translation>
    </message>
    <message>
        <source>16-bit floats as most models are trained in: nothing is lost, nothing is saved.</source>
        <translation>16-Bit-Gleitkomma, wie die meisten Modelle trainiert sind: nichts verloren, nichts gespart.</translation>
    </message>
    <message>
        <source>8 bits: hardly to be told from the original at half its size.</source>
        <translation>8 Bit: vom Original kaum zu unterscheiden, halb so groß.</translation>
    </message>
    <message>
        <source>6 bits: very close to the original, where memory allows.</source>
        <translation>6 Bit: sehr nah am Original, wo der Speicher reicht.</translation>
    </message>
    <message>
        <source>5 bits, mixed: a little better than 4 bits, where memory allows.</source>
        <translation>5 Bit, gemischt: etwas besser als 4 Bit, wo der Speicher reicht.</translation>
    </message>
    <message>
        <source>5 bits, mixed, smaller: nearly as good as Q5_K_M.</source>
        <translation>5 Bit, gemischt, kleiner: fast so gut wie Q5_K_M.</translation>
    </message>
    <message>
        <source>5 bits, older form: larger than Q5_K_M and no better; for old programs.</source>
        <translation>5 Bit, ältere Form: größer als Q5_K_M und nicht besser; für alte Programme.</translation>
    </message>
    <message>
        <source>5 bits, older form: as large as Q5_K_S and no better; for old programs.</source>
        <translation>5 Bit, ältere Form: so groß wie Q5_K_S und nicht besser; für alte Programme.</translation>
    </message>
    <message>
        <source>4 bits, mixed: the usual choice for laptops.</source>
        <translation>4 Bit, gemischt: die übliche Wahl für Laptops.</translation>
    </message>
    <message>
        <source>4 bits, mixed, smaller: when Q4_K_M just misses.</source>
        <translation>4 Bit, gemischt, kleiner: wenn Q4_K_M knapp nicht passt.</translation>
    </message>
    <message>
        <source>4 bits, older form: larger than Q4_K_M and no better; for old programs.</source>
        <translation>4 Bit, ältere Form: größer als Q4_K_M und nicht besser; für alte Programme.</translation>
    </message>
    <message>
        <source>4 bits, older form: runs fast on phones and ARM processors.</source>
        <translation>4 Bit, ältere Form: läuft schnell auf Telefonen und ARM-Prozessoren.</translation>
    </message>
    <message>
        <source>4 bits, uneven steps: for models whose rows do not suit IQ4_XS.</source>
        <translation>4 Bit, ungleiche Stufen: für Modelle, deren Zeilen nicht zu IQ4_XS passen.</translation>
    </message>
    <message>
        <source>4 bits, uneven steps: smaller than Q4_K_S and nearly as good.</source>
        <translation>4 Bit, ungleiche Stufen: kleiner als Q4_K_S und fast so gut.</translation>
    </message>
    <message>
        <source>4-bit floats for experts, 8 bits elsewhere: for mixture-of-experts models.</source>
        <translation>4-Bit-Gleitkomma für Experten, sonst 8 Bit: für Modelle aus Experten (MoE).</translation>
    </message>
    <message>
        <source>3 bits, mixed, larger: when 4 bits just miss.</source>
        <translation>3 Bit, gemischt, größer: wenn 4 Bit knapp nicht passen.</translation>
    </message>
    <message>
        <source>3 bits, mixed: a loss you may notice, for models that do not fit at 4 bits.</source>
        <translation>3 Bit, gemischt: spürbarer Verlust, für Modelle, die mit 4 Bit nicht passen.</translation>
    </message>
    <message>
        <source>3 bits, smaller: a clear loss, when nothing larger fits.</source>
        <translation>3 Bit, kleiner: deutlicher Verlust, wenn nichts Größeres passt.</translation>
    </message>
    <message>
        <source>3 bits from a table, mixed: smaller than Q3_K_M and better, slower on processors.</source>
        <translation>3 Bit aus einer Tabelle, gemischt: kleiner als Q3_K_M und besser, auf Prozessoren langsamer.</translation>
    </message>
    <message>
        <source>3 bits from a table: better than Q3_K_S at its size, slower on processors.</source>
        <translation>3 Bit aus einer Tabelle: besser als Q3_K_S bei gleicher Größe, auf Prozessoren langsamer.</translation>
    </message>
    <message>
        <source>3 bits from a table, smaller: for large models that just miss.</source>
        <translation>3 Bit aus einer Tabelle, kleiner: für große Modelle, die knapp nicht passen.</translation>
    </message>
    <message>
        <source>3 bits from a table, smallest: for large models in little memory.</source>
        <translation>3 Bit aus einer Tabelle, am kleinsten: für große Modelle bei wenig Speicher.</translation>
    </message>
    <message>
        <source>2 bits, mixed: a heavy loss, for large models in little memory.</source>
        <translation>2 Bit, gemischt: starker Verlust, für große Modelle bei wenig Speicher.</translation>
    </message>
    <message>
        <source>2 bits, smaller: a heavy loss, for large models in little memory.</source>
        <translation>2 Bit, kleiner: starker Verlust, für große Modelle bei wenig Speicher.</translation>
    </message>
    <message>
        <source>2 bits from a table, mixed: the best of the 2-bit levels.</source>
        <translation>2 Bit aus einer Tabelle, gemischt: die beste der 2-Bit-Stufen.</translation>
    </message>
    <message>
        <source>2 bits from a table: a heavy loss, for very large models.</source>
        <translation>2 Bit aus einer Tabelle: starker Verlust, für sehr große Modelle.</translation>
    </message>
    <message>
        <source>2 bits from a table, smaller: a heavy loss, for very large models.</source>
        <translation>2 Bit aus einer Tabelle, kleiner: starker Verlust, für sehr große Modelle.</translation>
    </message>
    <message>
        <source>2 bits from a table, smallest: a heavy loss, for the very largest models.</source>
        <translation>2 Bit aus einer Tabelle, am kleinsten: starker Verlust, für die allergrößten Modelle.</translation>
    </message>
    <message>
        <source>2 bits, simple: for models trained to live with so few.</source>
        <translation>2 Bit, einfach: für Modelle, die darauf trainiert sind.</translation>
    </message>
    <message>
        <source>Three values, 2 bits each: for models trained with three values, such as BitNet.</source>
        <translation>Drei Werte zu je 2 Bit: für Modelle, die mit drei Werten trainiert sind, etwa BitNet.</translation>
    </message>
    <message>
        <source>Three values, packed tightly: for models trained with three values, such as BitNet.</source>
        <translation>Drei Werte, dicht gepackt: für Modelle, die mit drei Werten trainiert sind, etwa BitNet.</translation>
    </message>
    <message>
        <source>Under 2 bits: answers suffer badly; to try the very largest models at all.</source>
        <translation>Unter 2 Bit: Antworten leiden stark; um die allergrößten Modelle überhaupt zu erproben.</translation>
    </message>
    <message>
        <source>About 1.6 bits: the smallest for models as they are; answers suffer badly.</source>
        <translation>Etwa 1,6 Bit: die kleinste für übliche Modelle; Antworten leiden stark.</translation>
    </message>
    <message>
        <source>1 bit: for models trained with one bit a weight.</source>
        <translation>1 Bit: für Modelle, die mit einem Bit je Gewicht trainiert sind.</translation>
    </message>
    <message>
        <source>Every tensor as it is: to split or join files or to change header values.</source>
        <translation>Jeder Tensor, wie er ist: um Dateien zu teilen, zu verbinden oder Kopfdaten zu ändern.</translation>
    </message>
    <message>
        <source>8-bit, groups of 32</source>
        <translation>8 Bit, Gruppen von 32</translation>
    </message>
    <message>
        <source>8-bit, groups of 64</source>
        <translation>8 Bit, Gruppen von 64</translation>
    </message>
    <message>
        <source>8-bit, groups of 128</source>
        <translation>8 Bit, Gruppen von 128</translation>
    </message>
    <message>
        <source>8-bit, a scale per row</source>
        <translation>8 Bit, je Zeile eine Skala</translation>
    </message>
    <message>
        <source>4-bit, groups of 32</source>
        <translation>4 Bit, Gruppen von 32</translation>
    </message>
    <message>
        <source>4-bit, groups of 64</source>
        <translation>4 Bit, Gruppen von 64</translation>
    </message>
    <message>
        <source>4-bit, groups of 128</source>
        <translation>4 Bit, Gruppen von 128</translation>
    </message>
    <message>
        <source>4-bit, a scale per row</source>
        <translation>4 Bit, je Zeile eine Skala</translation>
    </message>
    <message>
        <source>3-bit, groups of 32</source>
        <translation>3 Bit, Gruppen von 32</translation>
    </message>
    <message>
        <source>3-bit, groups of 64</source>
        <translation>3 Bit, Gruppen von 64</translation>
    </message>
    <message>
        <source>3-bit, groups of 128</source>
        <translation>3 Bit, Gruppen von 128</translation>
    </message>
    <message>
        <source>3-bit, a scale per row</source>
        <translation>3 Bit, je Zeile eine Skala</translation>
    </message>
    <message>
        <source>2-bit, groups of 32</source>
        <translation>2 Bit, Gruppen von 32</translation>
    </message>
    <message>
        <source>2-bit, groups of 64</source>
        <translation>2 Bit, Gruppen von 64</translation>
    </message>
    <message>
        <source>2-bit, groups of 128</source>
        <translation>2 Bit, Gruppen von 128</translation>
    </message>
    <message>
        <source>2-bit, a scale per row</source>
        <translation>2 Bit, je Zeile eine Skala</translation>
    </message>
    <message>
        <source>8-bit weights and activations</source>
        <translation>8-Bit-Gewichte und -Aktivierungen</translation>
    </message>
    <message>
        <source>8-bit floats, a scale per row</source>
        <translation>8-Bit-Gleitkomma, je Zeile eine Skala</translation>
    </message>
    <message>
        <source>8-bit floats, a scale per 128 x 128 block</source>
        <translation>8-Bit-Gleitkomma, je 128-x-128-Block eine Skala</translation>
    </message>
    <message>
        <source>8-bit floats, one scale per matrix</source>
        <translation>8-Bit-Gleitkomma, je Matrix eine Skala</translation>
    </message>
    <message>
        <source>4-bit floats, groups of 16</source>
        <translation>4-Bit-Gleitkomma, Gruppen von 16</translation>
    </message>
    <message>
        <source>4-bit floats, groups of 32</source>
        <translation>4-Bit-Gleitkomma, Gruppen von 32</translation>
    </message>
    <message>
        <source>8-bit rows (LLM.int8)</source>
        <translation>8-Bit-Zeilen (LLM.int8)</translation>
    </message>
    <message>
        <source>4-bit, uneven steps</source>
        <translation>4 Bit, ungleiche Schritte</translation>
    </message>
    <message>
        <source>4-bit, uneven steps, small scales</source>
        <translation>4 Bit, ungleiche Schritte, kleine Skalen</translation>
    </message>
    <message>
        <source>4-bit floats</source>
        <translation>4-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>4-bit floats, small scales</source>
        <translation>4-Bit-Gleitkomma, kleine Skalen</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; vLLM and transformers read it.</source>
        <translation>8 Bit, vom Original kaum zu unterscheiden; lesbar mit vLLM und transformers.</translation>
    </message>
    <message>
        <source>3 bits without calibration: a clear loss, to try what fits at all; transformers reads it.</source>
        <translation>3 Bit ohne Kalibrierung: deutlicher Verlust, zum Ausprobieren, was überhaupt passt; lesbar mit transformers.</translation>
    </message>
    <message>
        <source>2 bits without calibration: answers suffer badly, to try what fits at all; transformers reads it.</source>
        <translation>2 Bit ohne Kalibrierung: Antworten leiden stark, zum Ausprobieren, was überhaupt passt; lesbar mit transformers.</translation>
    </message>
    <message>
        <source>4 bits with one scale per row: smallest and clearly worse than groups; vLLM and transformers read it.</source>
        <translation>4 Bit mit einer Skala je Zeile: am kleinsten und deutlich schlechter als Gruppen; lesbar mit vLLM und transformers.</translation>
    </message>
    <message>
        <source>4 bits: the usual choice for graphics cards; vLLM and transformers read it.</source>
        <translation>4 Bit: die übliche Wahl für Grafikkarten; lesbar mit vLLM und transformers.</translation>
    </message>
    <message>
        <source>4 bits in smaller groups: a little better and larger than groups of 128; vLLM and transformers read it.</source>
        <translation>4 Bit in kleineren Gruppen: etwas besser und größer als Gruppen von 128; lesbar mit vLLM und transformers.</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; vLLM, GPTQModel and transformers read it.</source>
        <translation>8 Bit, vom Original kaum zu unterscheiden; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>3 bits without calibration: a clear loss, to try what fits at all; vLLM, GPTQModel and transformers read it.</source>
        <translation>3 Bit ohne Kalibrierung: deutlicher Verlust, zum Ausprobieren, was überhaupt passt; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>2 bits without calibration: answers suffer badly, to try what fits at all; vLLM, GPTQModel and transformers read it.</source>
        <translation>2 Bit ohne Kalibrierung: Antworten leiden stark, zum Ausprobieren, was überhaupt passt; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>4 bits with one scale per row: smallest and clearly worse than groups; vLLM, GPTQModel and transformers read it.</source>
        <translation>4 Bit mit einer Skala je Zeile: am kleinsten und deutlich schlechter als Gruppen; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>4 bits: the usual choice for graphics cards; vLLM, GPTQModel and transformers read it.</source>
        <translation>4 Bit: die übliche Wahl für Grafikkarten; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>4 bits in smaller groups: a little better and larger than groups of 128; vLLM, GPTQModel and transformers read it.</source>
        <translation>4 Bit in kleineren Gruppen: etwas besser und größer als Gruppen von 128; lesbar mit vLLM, GPTQModel und transformers.</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; transformers and vLLM read it with bitsandbytes.</source>
        <translation>8 Bit, vom Original kaum zu unterscheiden; transformers und vLLM lesen es mit bitsandbytes.</translation>
    </message>
    <message>
        <source>4 bits whose steps suit bell-shaped weights; the usual start for QLoRA training, read by transformers and vLLM.</source>
        <translation>4 Bit, deren Schritte zu glockenförmig verteilten Gewichten passen; der übliche Anfang für QLoRA-Training, lesbar mit transformers und vLLM.</translation>
    </message>
    <message>
        <source>nf4 with its scales quantized too: a tenth smaller and nearly as good; read by transformers and vLLM.</source>
        <translation>nf4, dessen Skalen auch quantisiert sind: ein Zehntel kleiner und fast so gut; lesbar mit transformers und vLLM.</translation>
    </message>
    <message>
        <source>4-bit floats: as large as nf4 and a little worse; for comparison, read by transformers and vLLM.</source>
        <translation>4-Bit-Gleitkomma: so groß wie nf4 und etwas schlechter; zum Vergleich, lesbar mit transformers und vLLM.</translation>
    </message>
    <message>
        <source>fp4 with its scales quantized too: a tenth smaller; for comparison, read by transformers and vLLM.</source>
        <translation>fp4, dessen Skalen auch quantisiert sind: ein Zehntel kleiner; zum Vergleich, lesbar mit transformers und vLLM.</translation>
    </message>
    <message>
        <source>8 bits with 8-bit arithmetic at run time; fast in vLLM on NVIDIA cards since Turing, read by transformers.</source>
        <translation>8 Bit, die auch mit 8 Bit rechnen; schnell in vLLM auf NVIDIA-Karten ab Turing, lesbar mit transformers.</translation>
    </message>
    <message>
        <source>8-bit floats, very close to the original; fast in vLLM on NVIDIA cards since Ada and Hopper.</source>
        <translation>8-Bit-Gleitkomma, sehr nah am Original; schnell in vLLM auf NVIDIA-Karten ab Ada und Hopper.</translation>
    </message>
    <message>
        <source>8-bit floats as DeepSeek ships them; fast in vLLM on NVIDIA cards since Hopper.</source>
        <translation>8-Bit-Gleitkomma, wie DeepSeek sie ausliefert; schnell in vLLM auf NVIDIA-Karten ab Hopper.</translation>
    </message>
    <message>
        <source>8-bit floats in their oldest form, a little worse than fp8; for vLLM and programs that read nothing else.</source>
        <translation>8-Bit-Gleitkomma in ältester Form, etwas schlechter als fp8; für vLLM und Programme, die nichts anderes lesen.</translation>
    </message>
    <message>
        <source>4-bit floats for vLLM on NVIDIA Blackwell cards; others unpack them as they go.</source>
        <translation>4-Bit-Gleitkomma für vLLM auf NVIDIA-Karten der Reihe Blackwell; andere packen sie beim Rechnen aus.</translation>
    </message>
    <message>
        <source>4-bit floats of the open MX standard, smaller than nvfp4 and clearly worse; for vLLM.</source>
        <translation>4-Bit-Gleitkomma des offenen MX-Standards, kleiner als nvfp4 und deutlich schlechter; für vLLM.</translation>
    </message>
</context>
<context>
    <name>snug::ui::LevelTableModel</name>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>tick any number</source>
        <translation>beliebig viele</translation>
    </message>
    <message>
        <source>per weight</source>
        <translation>je Gewicht</translation>
    </message>
    <message>
        <source>%1 to make</source>
        <comment>a memory unit</comment>
        <translation>%1 nötig</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>min:s</translation>
    </message>
    <message>
        <source>KV f16</source>
        <translation>KV f16</translation>
    </message>
    <message>
        <source>KV q8_0</source>
        <translation>KV q8_0</translation>
    </message>
    <message>
        <source>KV q4_0</source>
        <translation>KV q4_0</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>auf dem Gerät</translation>
    </message>
    <message>
        <source>%1, recommended</source>
        <translation>%1, empfohlen</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>zu viel</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Longest context that fits %1.</source>
        <translation>Längster Kontext, der passt: %1.</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Such levels need an importance matrix: a file that tells which weights matter most.</source>
        <translation>Solche Stufen brauchen eine Wichtigkeitsmatrix: eine Datei, die sagt, welche Gewichte am meisten zählen.</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>Wie in der Quelle</translation>
    </message>
    <message>
        <source>Floats, not quantized</source>
        <translation>Gleitkomma, nicht quantisiert</translation>
    </message>
    <message>
        <source>%1-bit types</source>
        <translation>%1-Bit-Typen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Needs a matrix</source>
        <translation>Matrix fehlt</translation>
    </message>
    <message>
        <source>Not possible</source>
        <translation>Nicht möglich</translation>
    </message>
    <message>
        <source>For the same reason as %1.</source>
        <translation>Aus demselben Grund wie %1.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a program and what it says to a level</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Make one now…</source>
        <translation>Jetzt erstellen…</translation>
    </message>
</context>
<context>
    <name>snug::ui::LevelView</name>
    <message>
        <source>Levels</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>KV cache in f16, exact</source>
        <translation>KV-Cache in f16, genau</translation>
    </message>
    <message>
        <source>KV cache in q8_0, half the memory</source>
        <translation>KV-Cache in q8_0, halber Speicher</translation>
    </message>
    <message>
        <source>KV cache in q4_0, a quarter</source>
        <translation>KV-Cache in q4_0, ein Viertel</translation>
    </message>
</context>
<context>
    <name>snug::ui::LiftedLimit</name>
    <message>
        <source>Without a limit it fits.</source>
        <translation>Ohne Grenze passt es.</translation>
    </message>
    <message>
        <source>Lift the limit</source>
        <translation>Grenze aufheben</translation>
    </message>
</context>
<context>
    <name>snug::ui::LimitRow</name>
    <message>
        <source>%1 limit</source>
        <translation>Grenze für %1</translation>
    </message>
    <message>
        <source>limit %1 GiB</source>
        <translation>Grenze %1 GiB</translation>
    </message>
    <message>
        <source>Fits, %1 GiB to spare</source>
        <translation>Passt, %1 GiB übrig</translation>
    </message>
    <message>
        <source>Tight, %1 GiB to spare</source>
        <translation>Knapp, %1 GiB übrig</translation>
    </message>
    <message>
        <source>Does not fit, %1 GiB short</source>
        <translation>Passt nicht, %1 GiB fehlen</translation>
    </message>
</context>
<context>
    <name>snug::ui::LimitSlider</name>
    <message>
        <source>Limit %1, needs %2, other programs hold %3 of %4</source>
        <translation>Grenze %1, benötigt %2, andere Programme belegen %3 von %4</translation>
    </message>
    <message>
        <source>in use %1</source>
        <translation>belegt %1</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>braucht %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Load</name>
    <message>
        <source>Longest context that fits this GPU with a q8_0 KV cache.</source>
        <translation>Längster Kontext, der mit q8_0-KV-Cache auf diese GPU passt.</translation>
    </message>
    <message>
        <source>Longest context that fits the free RAM with a q8_0 KV cache.</source>
        <translation>Längster Kontext, der mit q8_0-KV-Cache ins freie RAM passt.</translation>
    </message>
    <message>
        <source>Copies the file into LM Studio&apos;s folder.</source>
        <translation>Kopiert die Datei in den Ordner von LM Studio.</translation>
    </message>
    <message>
        <source>Writes a Modelfile in the present folder.</source>
        <translation>Schreibt ein Modelfile in den aktuellen Ordner.</translation>
    </message>
</context>
<context>
    <name>snug::ui::LoadBox</name>
    <message>
        <source>Load in</source>
        <translation>Laden in</translation>
    </message>
</context>
<context>
    <name>snug::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>snug::ui::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen…</translation>
    </message>
    <message>
        <source>Add a folder to look in…</source>
        <translation>Weiteren Ordner durchsuchen…</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>Modelle erneut suchen</translation>
    </message>
    <message>
        <source>Colours of the system</source>
        <translation>Farben des Systems</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Snug %1</source>
        <translation>Snug %1</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors config.json);;All files (*)</source>
        <translation>Modelle (*.gguf *.safetensors config.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add a folder to look in</source>
        <translation>Weiteren Ordner durchsuchen</translation>
    </message>
    <message>
        <source>A job is running</source>
        <translation>Ein Auftrag läuft</translation>
    </message>
    <message>
        <source>A job is running. Stop it and close?</source>
        <translation>Ein Auftrag läuft. Anhalten und schließen?</translation>
    </message>
    <message>
        <source>What was done so far is thrown away and the partial files are deleted.</source>
        <translation>Das bisher Getane geht verloren, und die unfertigen Dateien werden gelöscht.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Keep going</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>A job is running. Measure when it has ended.</source>
        <translation>Ein Auftrag läuft. Messen geht, sobald er zu Ende ist.</translation>
    </message>
    <message>
        <source>A measurement is running</source>
        <translation>Eine Messung läuft</translation>
    </message>
    <message>
        <source>A measurement is running. Stop it and close?</source>
        <translation>Eine Messung läuft. Beenden und schließen?</translation>
    </message>
    <message>
        <source>What was measured so far is not kept.</source>
        <translation>Was bis jetzt gemessen ist, bleibt nicht erhalten.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>An importance matrix is being made</source>
        <translation>Eine Wichtigkeitsmatrix entsteht</translation>
    </message>
    <message>
        <source>An importance matrix is being made. Stop it and close?</source>
        <translation>Eine Wichtigkeitsmatrix entsteht. Anhalten und schließen?</translation>
    </message>
    <message>
        <source>What was done so far is kept, and making it again goes on from there.</source>
        <translation>Das bisher Getane bleibt erhalten; beim nächsten Mal geht es von dort weiter.</translation>
    </message>
    <message>
        <source>An importance matrix is being made. Measure when it is there.</source>
        <translation>Eine Wichtigkeitsmatrix entsteht. Messen Sie, wenn sie da ist.</translation>
    </message>
    <message>
        <source>A job is running. A matrix can be made when it has ended.</source>
        <translation>Ein Auftrag läuft. Eine Matrix kann entstehen, wenn er beendet ist.</translation>
    </message>
    <message>
        <source>A measurement is running. A matrix can be made when it has ended.</source>
        <translation>Eine Messung läuft. Eine Matrix kann entstehen, wenn sie beendet ist.</translation>
    </message>
</context>
<context>
    <name>snug::ui::MakingPanel</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ends here; what was done so far is kept, and it can go on from there later.</source>
        <translation>Endet hier; das bisher Getane bleibt erhalten, und später kann es von dort weitergehen.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Being made, %1</source>
        <translation>Entsteht, %1</translation>
    </message>
    <message>
        <source>Being made</source>
        <translation>Entsteht</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>It could not be made. %1</source>
        <translation>Sie konnte nicht erstellt werden. %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeasurePanel</name>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>how well the text is predicted, and how far each level strays from its source</source>
        <translation>wie gut der Text vorhergesagt wird, und wie weit jede Stufe von ihrer Quelle abweicht</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Figures are comparable only with the same number.</source>
        <translation>Token, die das Modell auf einmal liest. Vergleichbar sind nur Werte mit gleicher Zahl.</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>How much of the text is read. More takes longer and makes the error smaller.</source>
        <translation>Wie viel vom Text gelesen wird. Mehr dauert länger und macht den Fehler kleiner.</translation>
    </message>
    <message>
        <source>%1 windows</source>
        <translation>%1 Fenster</translation>
    </message>
    <message>
        <source>the whole text</source>
        <translation>ganzer Text</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ends here; what was measured so far stays.</source>
        <translation>Endet hier; was gemessen ist, bleibt.</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bis jetzt</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation>KL-Mittel</translation>
    </message>
    <message>
        <source>Same first choice</source>
        <translation>Gleiche erste Wahl</translation>
    </message>
    <message>
        <source>English novels (comes with Snug)</source>
        <translation>Englische Romane (bei Snug dabei)</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a text</source>
        <translation>Text wählen</translation>
    </message>
    <message>
        <source>Texts (*.txt *.raw *.md);;All files (*)</source>
        <translation>Texte (*.txt *.raw *.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Choose a text.</source>
        <translation>Einen Text wählen.</translation>
    </message>
    <message>
        <source>Nothing could be measured</source>
        <translation>Es ließ sich nichts messen</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeasuredTable</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Off by</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Size of all</source>
        <translation>Größe aller</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Peak RAM</source>
        <translation>Spitze RAM</translation>
    </message>
    <message>
        <source>Peak VRAM</source>
        <translation>Spitze VRAM</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>unter 1 %</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
</context>
<context>
    <name>snug::ui::MemoryChart</name>
    <message>
        <source>%1 over time</source>
        <translation>%1 im Zeitverlauf</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MemorySection</name>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Use all that is free</source>
        <translation>Alles Freie verwenden</translation>
    </message>
    <message>
        <source>RAM %1</source>
        <translation>RAM %1</translation>
    </message>
    <message>
        <source>RAM up to what is free</source>
        <translation>RAM, soweit frei</translation>
    </message>
    <message>
        <source>RAM up to what is free, %1</source>
        <translation>RAM, soweit frei, %1</translation>
    </message>
    <message>
        <source>Tick a level to see its peaks.</source>
        <translation>Wählen Sie eine Stufe, um ihre Spitzen zu sehen.</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>RAM, %1</source>
        <translation>RAM, %1</translation>
    </message>
    <message>
        <source>Disk, %1</source>
        <translation>Platte, %1</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>the limits of two memories</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>VRAM %1</source>
        <translation>VRAM %1</translation>
    </message>
    <message>
        <source>VRAM, %1</source>
        <translation>VRAM, %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeterBar</name>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <translation>%1 von %2 GiB</translation>
    </message>
    <message>
        <source>Not known yet.</source>
        <translation>Noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Snug: %1
Other programs: %2
Free: %3</source>
        <translation>Snug: %1
Andere Programme: %2
Frei: %3</translation>
    </message>
    <message>
        <source>The tick is what Snug may take: %1</source>
        <translation>Der Strich zeigt, was Snug nehmen darf: %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Method</name>
    <message>
        <source>Round to nearest</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>One file of mixed types, for programs on llama.cpp.</source>
        <translation>Eine Datei mit gemischten Typen, für Programme auf Grundlage von llama.cpp.</translation>
    </message>
    <message>
        <source>4- and 8-bit weights without calibration, also the base of QLoRA training.</source>
        <translation>4- und 8-Bit-Gewichte ohne Kalibrierung, auch die Grundlage für QLoRA-Training.</translation>
    </message>
    <message>
        <source>Integers and small floats without calibration, for fast kernels on a GPU.</source>
        <translation>Ganzzahlen und kurze Gleitkommazahlen ohne Kalibrierung, für schnelle Kernel auf einer GPU.</translation>
    </message>
    <message>
        <source>GPTQ layout</source>
        <translation>GPTQ-Aufbau</translation>
    </message>
    <message>
        <source>The older layout of AutoGPTQ and GPTQModel, for programs that know no other. Integers only.</source>
        <translation>Der ältere Aufbau von AutoGPTQ und GPTQModel, für Programme, die keinen anderen kennen. Nur Ganzzahlen.</translation>
    </message>
    <message>
        <source>The layout of vLLM&apos;s own tools: integers and floats.</source>
        <translation>Der Aufbau der Werkzeuge von vLLM: Ganzzahlen und Gleitkomma.</translation>
    </message>
    <message>
        <source>fast</source>
        <comment>a program runs the model at full speed</comment>
        <translation>schnell</translation>
    </message>
    <message>
        <source>refuses</source>
        <comment>a program does not load the model</comment>
        <translation>lehnt ab</translation>
    </message>
    <message>
        <source>works</source>
        <comment>a program loads the model</comment>
        <translation>geht</translation>
    </message>
    <message>
        <source>Better: %1</source>
        <comment>what would make a program run a level faster, or at all</comment>
        <translation>Besser: %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MethodPicker</name>
    <message>
        <source>%1 and %2</source>
        <comment>programs, and the last of them</comment>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Format of the folder</source>
        <translation>Format des Ordners</translation>
    </message>
    <message>
        <source>%1 For %2.</source>
        <comment>what a method is; programs</comment>
        <translation>%1 Für %2.</translation>
    </message>
</context>
<context>
    <name>snug::ui::ModelListModel</name>
    <message>
        <source>Recent</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Sample model</source>
        <translation>Beispielmodell</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n model(s)</source>
        <translation>
            <numerusform>%1, %n Modell</numerusform>
            <numerusform>%1, %n Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Not fully downloaded</source>
        <translation>Download unvollständig</translation>
    </message>
</context>
<context>
    <name>snug::ui::ModelPane</name>
    <message>
        <source>Filter models</source>
        <translation>Modelle filtern</translation>
    </message>
    <message>
        <source>No models yet</source>
        <translation>Noch keine Modelle</translation>
    </message>
    <message>
        <source>Shows models whose name has these letters (Ctrl+F)</source>
        <translation>Zeigt Modelle mit diesen Buchstaben im Namen (Strg+F)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner dazu…</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>Modelldatei wählen…</translation>
    </message>
    <message>
        <source>or drop a folder or GGUF anywhere</source>
        <translation>oder Ordner, GGUF hier ablegen</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>Snug looked in the usual places and found none. It never downloads by itself.</source>
        <translation>Snug hat an den üblichen Stellen nichts gefunden. Es lädt nie von selbst etwas herunter.</translation>
    </message>
    <message>
        <source>No model has these letters in its name.</source>
        <translation>Kein Modell hat diese Buchstaben im Namen.</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>Messen…</translation>
    </message>
</context>
<context>
    <name>snug::ui::OutputSection</name>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>Ausgabeordner</translation>
    </message>
    <message>
        <source>Output file name</source>
        <translation>Name der Ausgabedatei</translation>
    </message>
    <message>
        <source>%1-LEVEL.gguf</source>
        <translation>%1-STUFE.gguf</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>%1 to write, %2 free</source>
        <translation>%1 zu schreiben, %2 frei</translation>
    </message>
    <message>
        <source>Beside the model</source>
        <translation>Neben dem Modell</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1, %2 frei</translation>
    </message>
    <message>
        <source>Header value</source>
        <translation>Kopfwert</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>Wert hinzufügen</translation>
    </message>
    <message>
        <source>Header values to change, as KEY=TYPE:VALUE (int, float, bool or str)</source>
        <translation>Zu ändernde Kopfwerte, als SCHLÜSSEL=TYP:WERT (int, float, bool oder str)</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>Eine Datei</translation>
    </message>
    <message>
        <source>Files of 2 GB at most</source>
        <translation>Dateien bis 2 GB</translation>
    </message>
    <message>
        <source>Files of 4 GB at most</source>
        <translation>Dateien bis 4 GB</translation>
    </message>
    <message>
        <source>Files of another size</source>
        <translation>Dateien anderer Größe</translation>
    </message>
    <message>
        <source>Files of a level</source>
        <translation>Dateien einer Stufe</translation>
    </message>
    <message>
        <source>Size of a file at most</source>
        <translation>Höchste Größe einer Datei</translation>
    </message>
    <message>
        <source>Such as 1.5 GB</source>
        <translation>Etwa 1,5 GB</translation>
    </message>
    <message>
        <source>As many as the source has (%1)</source>
        <translation>So viele wie die Quelle (%1)</translation>
    </message>
    <message>
        <source>“%1” is no size. Write it like 900 MB or 1.5 GB.</source>
        <translation>„%1“ ist keine Größe. Schreiben Sie sie wie 900 MB oder 1,5 GB.</translation>
    </message>
    <message>
        <source>%1, as many files as the source</source>
        <translation>%1, so viele Dateien wie die Quelle</translation>
    </message>
    <message>
        <source>%1, files of 2 GB</source>
        <translation>%1, Dateien zu 2 GB</translation>
    </message>
    <message>
        <source>%1, files of 4 GB</source>
        <translation>%1, Dateien zu 4 GB</translation>
    </message>
    <message>
        <source>%1, files of %2</source>
        <translation>%1, Dateien zu %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 to write in %n file(s), %2 free</source>
        <translation>
            <numerusform>%1 in %n Datei zu schreiben, %2 frei</numerusform>
            <numerusform>%1 in %n Dateien zu schreiben, %2 frei</numerusform>
        </translation>
    </message>
    <message>
        <source>Files of 5 GB at most</source>
        <translation>Dateien bis 5 GB</translation>
    </message>
    <message>
        <source>Name of the model&apos;s folder</source>
        <translation>Name des Modellordners</translation>
    </message>
    <message>
        <source>%1-LEVEL</source>
        <translation>%1-STUFE</translation>
    </message>
</context>
<context>
    <name>snug::ui::OverrideTable</name>
    <message>
        <source>Tensors and their types</source>
        <translation>Tensoren und ihre Typen</translation>
    </message>
    <message>
        <source>Filter tensors, such as ffn_down</source>
        <translation>Tensoren filtern, etwa ffn_down</translation>
    </message>
    <message>
        <source>Level shown</source>
        <translation>Gezeigte Stufe</translation>
    </message>
    <message>
        <source>Shows this level&apos;s types. What you set holds for every ticked level.</source>
        <translation>Zeigt die Typen dieser Stufe. Was Sie einstellen, gilt für jede gewählte Stufe.</translation>
    </message>
    <message>
        <source>Change type…</source>
        <translation>Typ ändern…</translation>
    </message>
    <message>
        <source>Back to the level&apos;s type</source>
        <translation>Zurück zum Typ der Stufe</translation>
    </message>
    <message>
        <source>Tick a level to see its tensors.</source>
        <translation>Wählen Sie eine Stufe, um ihre Tensoren zu sehen.</translation>
    </message>
    <message>
        <source>%1, %2 bits per weight</source>
        <translation>%1, %2 Bit je Gewicht</translation>
    </message>
    <message>
        <source>Choose tensors in the table.</source>
        <translation>Erst Tensoren wählen.</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) chosen</source>
        <translation>
            <numerusform>%n Tensor gewählt</numerusform>
            <numerusform>%n Tensoren gewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back %n override(s)</source>
        <translation>
            <numerusform>%n Ausnahme zurücknehmen</numerusform>
            <numerusform>%n Ausnahmen zurücknehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1	%2 bits</source>
        <translation>%1	%2 Bit</translation>
    </message>
    <message>
        <source>%1	rows of %2 are no multiple of %3</source>
        <translation>%1	Zeilen zu %2 sind kein Vielfaches von %3</translation>
    </message>
</context>
<context>
    <name>snug::ui::OverrideTableModel</name>
    <message>
        <source>%1, set by you</source>
        <translation>%1, von Ihnen gesetzt</translation>
    </message>
    <message>
        <source>%1 The level&apos;s own choice is %2.</source>
        <translation>%1 Die Stufe selbst nähme %2.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>not %1</source>
        <comment>a type that was replaced</comment>
        <translation>statt %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Planning</name>
    <message>
        <source>Allow other types</source>
        <translation>Andere Typen erlauben</translation>
    </message>
    <message>
        <source>Requantize anyway</source>
        <translation>Trotzdem neu quantisieren</translation>
    </message>
    <message>
        <source>Set the usual options</source>
        <translation>Übliche Optionen setzen</translation>
    </message>
</context>
<context>
    <name>snug::ui::PredictedBar</name>
    <message>
        <source>Predicted and measured</source>
        <translation>Erwartet und gemessen</translation>
    </message>
</context>
<context>
    <name>snug::ui::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>snug::ui::QuantizePage</name>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 / %2 heads</source>
        <translation>%1 / %2 Köpfe</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>Kontext %1</translation>
    </message>
    <message>
        <source>KV %1 per token</source>
        <translation>KV %1 je Token</translation>
    </message>
    <message>
        <source>Reading the model&apos;s headers…</source>
        <translation>Die Kopfdaten des Modells werden gelesen…</translation>
    </message>
    <message>
        <source>Requantize anyway</source>
        <translation>Trotzdem neu quantisieren</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Memory limits</source>
        <translation>Speichergrenzen</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Show the usual levels</source>
        <translation>Nur übliche Stufen</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n level(s)</source>
        <translation>
            <numerusform>Alle Stufen zeigen (%n)</numerusform>
            <numerusform>Alle %n Stufen zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>All figures are predictions.</source>
        <translation>Alle Zahlen sind Vorhersagen.</translation>
    </message>
    <message>
        <source>Predicted from the model&apos;s headers for this machine. Nothing has been loaded.</source>
        <translation>Aus den Kopfdaten für diesen Rechner vorhergesagt. Noch ist nichts geladen.</translation>
    </message>
    <message>
        <source>Another job is running.</source>
        <translation>Ein anderer Auftrag läuft.</translation>
    </message>
    <message>
        <source>Working out what it needs…</source>
        <translation>Der Bedarf wird ermittelt…</translation>
    </message>
    <message>
        <source>%1 cannot be made, the table says why.</source>
        <translation>%1 ist nicht möglich, die Tabelle sagt, warum.</translation>
    </message>
    <message>
        <source>No level ticked</source>
        <translation>Keine Stufe gewählt</translation>
    </message>
    <message>
        <source>Tick one or more levels above.</source>
        <translation>Wählen Sie oben eine oder mehrere Stufen.</translation>
    </message>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n Stufe</numerusform>
            <numerusform>%n Stufen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2 to write</source>
        <translation>%1, %2 zu schreiben</translation>
    </message>
    <message>
        <source>%1, the model is read once for all</source>
        <translation>%1, das Modell wird für alle nur einmal gelesen</translation>
    </message>
    <message numerus="yes">
        <source>replaces %n file(s)</source>
        <translation>
            <numerusform>ersetzt %n Datei</numerusform>
            <numerusform>ersetzt %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>Ausgabeordner</translation>
    </message>
    <message>
        <source>Replace files?</source>
        <translation>Dateien ersetzen?</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with this name exist already.</source>
        <translation>
            <numerusform>%n Datei dieses Namens gibt es schon.</numerusform>
            <numerusform>%n Dateien dieser Namen gibt es schon.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Calibration: this importance matrix cannot be used.</source>
        <translation>Kalibrierung: Diese Wichtigkeitsmatrix ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>Layers: a choice cannot be used.</source>
        <translation>Schichten: Eine Einstellung ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>Layers: an override cannot be used.</source>
        <translation>Schichten: Eine Ausnahme ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>Output: a header value cannot be used.</source>
        <translation>Ausgabe: Ein Kopfwert ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>Output: the files cannot be split like this.</source>
        <translation>Ausgabe: So lassen sich die Dateien nicht teilen.</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Importance matrix</source>
        <translation>Wichtigkeitsmatrix</translation>
    </message>
    <message>
        <source>Importance matrices (*.gguf *.dat *.imatrix);;All files (*)</source>
        <translation>Wichtigkeitsmatrizen (*.gguf *.dat *.imatrix);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Options: a pattern of modules cannot be used.</source>
        <translation>Optionen: Ein Muster für Module ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>Folders are made on the processor, whichever device is chosen.</source>
        <translation>Ordner entstehen auf dem Prozessor, welches Gerät auch gewählt ist.</translation>
    </message>
    <message numerus="yes">
        <source>replaces %n folder(s)</source>
        <translation>
            <numerusform>ersetzt %n Ordner</numerusform>
            <numerusform>ersetzt %n Ordner</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace folders?</source>
        <translation>Ordner ersetzen?</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) with this name exist already.</source>
        <translation>
            <numerusform>%n Ordner dieses Namens gibt es schon.</numerusform>
            <numerusform>%n Ordner dieser Namen gibt es schon.</numerusform>
        </translation>
    </message>
    <message>
        <source>Make a GGUF file instead</source>
        <translation>Stattdessen eine GGUF-Datei</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>This method cannot be used with this model.</source>
        <translation>Dieses Verfahren ist bei diesem Modell nicht anwendbar.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measures it on a text, on the Compare page (Ctrl+M)</source>
        <translation>Misst es an einem Text, auf der Seite „Vergleichen“ (Strg+M)</translation>
    </message>
    <message>
        <source>An importance matrix is being made.</source>
        <translation>Eine Wichtigkeitsmatrix entsteht.</translation>
    </message>
</context>
<context>
    <name>snug::ui::ResultPage</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>smaller</source>
        <translation>kleiner</translation>
    </message>
    <message>
        <source>larger</source>
        <translation>größer</translation>
    </message>
    <message>
        <source>%1 is now %2</source>
        <translation>aus %1 wurden %2</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bits je Gewicht</translation>
    </message>
    <message>
        <source>source %1</source>
        <translation>Quelle %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message numerus="yes">
        <source>for %n level(s) together</source>
        <translation>
            <numerusform>für %n Stufe</numerusform>
            <numerusform>für %n Stufen zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>min:s</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
    <message>
        <source>of the weights, measured</source>
        <translation>der Gewichte, gemessen</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>tokens in %1, predicted</source>
        <translation>Token in %1, erwartet</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>Erwartet und gemessen</translation>
    </message>
    <message>
        <source>%1, %2 smaller, %3 bits per weight</source>
        <translation>%1, %2 kleiner, %3 Bits je Gewicht</translation>
    </message>
    <message>
        <source>%1, %2 larger, %3 bits per weight</source>
        <translation>%1, %2 größer, %3 Bits je Gewicht</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more file(s)</source>
        <translation>
            <numerusform>%1 und %n weitere Datei</numerusform>
            <numerusform>%1 und %n weitere Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>of %1 tokens</source>
        <translation>von %1 Token</translation>
    </message>
    <message>
        <source>Same first choice</source>
        <translation>Gleiche erste Wahl</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL-Divergenz</translation>
    </message>
    <message>
        <source>mean, 99 % below %1</source>
        <translation>Mittel, 99 % unter %1</translation>
    </message>
    <message>
        <source>%1, perplexity %2</source>
        <translation>%1, Perplexität %2</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>%1 on source %2</source>
        <translation>%1 zur Quelle %2</translation>
    </message>
    <message>
        <source>%1, perplexity changed by %2, KL %3</source>
        <translation>%1, Perplexität um %2 geändert, KL %3</translation>
    </message>
</context>
<context>
    <name>snug::ui::RunHeader</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut starten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Pause or resume (Ctrl+P)</source>
        <translation>Anhalten oder fortsetzen (Strg+P)</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Reading headers…</source>
        <translation>Kopfdaten werden gelesen…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1 von etwa %2</translation>
    </message>
    <message>
        <source>Nothing is computed while paused; memory in use is kept.</source>
        <translation>In der Pause wird nicht gerechnet; der Speicher bleibt belegt.</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>Schicht %1 von %2</translation>
    </message>
    <message>
        <source>%1 weights/s</source>
        <translation>%1 Gewichte/s</translation>
    </message>
</context>
<context>
    <name>snug::ui::RunPage</name>
    <message>
        <source>Nothing is running</source>
        <translation>Es läuft nichts</translation>
    </message>
    <message>
        <source>Pick a model, tick one or more levels and press Quantize. Progress and memory show here.</source>
        <translation>Wählen Sie ein Modell und eine oder mehrere Stufen und drücken Sie „Quantisieren“. Fortschritt und Speicher erscheinen hier.</translation>
    </message>
    <message>
        <source>Go to Quantize</source>
        <translation>Zu „Quantisieren“</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Change settings</source>
        <translation>Einstellungen ändern</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Cancelled after %1. The partial files are deleted.</source>
        <translation>Nach %1 abgebrochen. Die unfertigen Dateien sind gelöscht.</translation>
    </message>
    <message>
        <source>Stopped after %1, before the first tensor.</source>
        <translation>Nach %1 angehalten, vor dem ersten Tensor.</translation>
    </message>
    <message>
        <source>Stopped after %1, %2 of %3 tensors finished. The partial files are deleted.</source>
        <translation>Nach %1 angehalten, %2 von %3 Tensoren fertig. Die unfertigen Dateien sind gelöscht.</translation>
    </message>
    <message>
        <source>Cancel this job?</source>
        <translation>Diesen Auftrag abbrechen?</translation>
    </message>
    <message>
        <source>What was done so far is thrown away and the partial files are deleted.</source>
        <translation>Das bisher Getane geht verloren, und die unfertigen Dateien werden gelöscht.</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>Auftrag abbrechen</translation>
    </message>
    <message>
        <source>Keep going</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Kind of failure</source>
        <translation>Art des Fehlers</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Byte offset</source>
        <translation>Byte-Position</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Last finished</source>
        <translation>Zuletzt fertig</translation>
    </message>
    <message>
        <source>Held by Snug at most</source>
        <translation>Von Snug höchstens belegt</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Held by other programs</source>
        <translation>Von anderen Programmen belegt</translation>
    </message>
    <message>
        <source>RAM of this machine</source>
        <translation>RAM dieses Rechners</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>snug::ui::ScatterChart</name>
    <message>
        <source>Size against loss</source>
        <translation>Größe gegen Verlust</translation>
    </message>
    <message>
        <source>%1: %2 (%3), KL divergence %4</source>
        <translation>%1: %2 (%3), KL-Divergenz %4</translation>
    </message>
</context>
<context>
    <name>snug::ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>snug::ui::Stepper</name>
    <message>
        <source>Phases</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>in work</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
</context>
<context>
    <name>snug::ui::TensorCard</name>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>snug::ui::TensorTableModel</name>
    <message>
        <source>&lt;%1 s</source>
        <comment>seconds</comment>
        <translation>&lt;%1 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>working</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>kopiert</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
</TS>
