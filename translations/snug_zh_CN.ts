<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
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
        <translation>%1%</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>time left not known yet</source>
        <translation>剩余时间尚不清楚</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余%1</translation>
    </message>
    <message>
        <source>%1 left, %2 tokens per second</source>
        <translation>剩余%1，每秒 %2 个词元</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>%1 of %2 windows done</source>
        <translation>已完成 %1 / %2 个窗口</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer %1 of %2, %3</source>
        <translation>第 %1 / %2 层，%3</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>在测得任何结果之前已停止。</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2 in %3.</source>
        <translation>
            <numerusform>用 %2 的 %n 个窗口（每个 %1 个词元）测量，用时 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>It was stopped before the end of the text.</source>
        <translation>在文本结束之前已停止。</translation>
    </message>
    <message>
        <source>Comparing weights</source>
        <translation>正在比较权重</translation>
    </message>
    <message>
        <source>Answering the prompt</source>
        <translation>正在回答提示词</translation>
    </message>
    <message>
        <source>%1 of %2 tensors done</source>
        <translation>已完成 %1 / %2 个张量</translation>
    </message>
    <message>
        <source>%1 of %2 tokens written</source>
        <translation>已写出 %1 / %2 个词元</translation>
    </message>
    <message>
        <source>Making an importance matrix of %1</source>
        <translation>正在制作 %1 的重要性矩阵</translation>
    </message>
    <message>
        <source>Reading the model and the text…</source>
        <translation>正在读取模型和文本…</translation>
    </message>
    <message>
        <source>Making an importance matrix</source>
        <translation>正在制作重要性矩阵</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>第 %1 层，共 %2 层</translation>
    </message>
    <message>
        <source>Stopped before the first windows were through.</source>
        <translation>在首批窗口完成之前已停止。</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 windows. What is done is kept, and it can go on from there.</source>
        <translation>已在 %1 / %2 个窗口后停止。已完成的部分会保留，可从此处继续。</translation>
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
        <translation>不到 1 秒</translation>
    </message>
    <message>
        <source>about %1 s</source>
        <translation>约 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min</source>
        <translation>约 %1 分钟</translation>
    </message>
    <message>
        <source>about %1 h</source>
        <translation>约 %1 小时</translation>
    </message>
    <message>
        <source>about %1 h %2 min</source>
        <translation>约 %1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>紧张</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>不可容纳</translation>
    </message>
    <message>
        <source>Cannot estimate</source>
        <translation>无法估计</translation>
    </message>
</context>
<context>
    <name>snug::ui::ActionBar</name>
    <message>
        <source>The same job as a line for the terminal (Ctrl+Shift+C)</source>
        <translation>把同一任务复制为终端命令（Ctrl+Shift+C）</translation>
    </message>
    <message>
        <source>Start now (Ctrl+Return)</source>
        <translation>立即开始（Ctrl+回车）</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message numerus="yes">
        <source>Quantize %n level(s)</source>
        <translation>
            <numerusform>量化 %n 个级别</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::AnswersCard</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Asks every ticked variant the same</source>
        <translation>向每个勾选的版本提出同样的问题</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>writing…</source>
        <translation>正在书写…</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>differs at token %1</source>
        <translation>从第 %1 个词元起不同</translation>
    </message>
    <message>
        <source>Answer of %1</source>
        <translation>%1 的回答</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token, so that only the weights make a difference. Above, the seed decides too, the same for all.</source>
        <translation>0 总是取最可能的词元，因此只有权重造成差异。大于 0 时种子也起作用，所有变体使用同一个种子。</translation>
    </message>
    <message>
        <source>0, greedy</source>
        <comment>temperature</comment>
        <translation>0，贪心</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
</context>
<context>
    <name>snug::ui::ChartCard</name>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Peak so far</source>
        <translation>目前峰值</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>预测峰值</translation>
    </message>
    <message>
        <source>Now, %1</source>
        <translation>当前，%1</translation>
    </message>
    <message>
        <source>At the end, %1</source>
        <translation>结束时，%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::CommandBox</name>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareDelegate</name>
    <message>
        <source>Does not fit</source>
        <translation>不可容纳</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no context fits</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>snug::ui::ComparePage</name>
    <message>
        <source>Reading the model&apos;s headers…</source>
        <translation>正在读取模型头信息…</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n window(s) of %1 tokens of %2.</source>
        <translation>
            <numerusform>用 %2 的 %n 个窗口（每个 %1 个词元）测量。</numerusform>
        </translation>
    </message>
    <message>
        <source>Tick a variant.</source>
        <translation>请勾选一个版本。</translation>
    </message>
    <message>
        <source>size, %1</source>
        <translation>大小，%1</translation>
    </message>
    <message>
        <source>Wait until the measurement has ended.</source>
        <translation>请等待测量结束。</translation>
    </message>
    <message>
        <source>Tick two to four variants: they answer side by side.</source>
        <translation>请勾选两到四个版本，它们将并排回答。</translation>
    </message>
    <message>
        <source>Tick at most four variants: they answer side by side.</source>
        <translation>最多勾选四个版本，它们将并排回答。</translation>
    </message>
    <message>
        <source>Add variants</source>
        <translation>添加版本</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors config.json);;All files (*)</source>
        <translation>模型 (*.gguf *.safetensors config.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Make levels…</source>
        <translation>制作级别…</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
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
        <translation>图片…</translation>
    </message>
    <message>
        <source>Save the page as a picture</source>
        <translation>将页面保存为图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Go to Quantize</source>
        <translation>前往“量化”</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的内容</translation>
    </message>
    <message>
        <source>Make levels of a model, or press Measure beside one. Its variants stand here side by side: size, quality, and what still fits this machine.</source>
        <translation>制作模型的各个级别，或在模型旁按“测量”。各版本会在此并排显示：大小、质量，以及本机还能容纳多少。</translation>
    </message>
    <message>
        <source>Size against loss</source>
        <translation>大小与损失</translation>
    </message>
    <message>
        <source>KL divergence; on the line nothing is both smaller and closer</source>
        <translation>KL 散度；线上的点没有更小且更接近的</translation>
    </message>
    <message>
        <source>Shown when levels are measured against their source.</source>
        <translation>级别与源模型对比测量后显示。</translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation>各层误差</translation>
    </message>
    <message>
        <source>relative, lower is better</source>
        <translation>相对误差，越低越好</translation>
    </message>
    <message>
        <source>Shown for levels that were made or measured here.</source>
        <translation>显示在此制作或测量的级别。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Add variant</source>
        <translation>添加版本</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareTable</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序依据</translation>
    </message>
</context>
<context>
    <name>snug::ui::CompareTableModel</name>
    <message>
        <source>base</source>
        <comment>what the others are compared with</comment>
        <translation>基准</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no context fits</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation>KL 均值</translation>
    </message>
    <message>
        <source>KL 99 %</source>
        <translation>KL 99%</translation>
    </message>
    <message>
        <source>Same first</source>
        <translation>首选相同</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1 / %2</translation>
    </message>
    <message>
        <source>per weight</source>
        <translation>每权重</translation>
    </message>
    <message>
        <source>lower is better</source>
        <translation>越低越好</translation>
    </message>
    <message>
        <source>on the base</source>
        <translation>相对基准</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>奈特</translation>
    </message>
    <message>
        <source>choice, %</source>
        <translation>%</translation>
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
        <translation>词元/秒，预测</translation>
    </message>
</context>
<context>
    <name>snug::ui::Comparison</name>
    <message>
        <source>Source</source>
        <translation>源模型</translation>
    </message>
    <message>
        <source>Source %1</source>
        <translation>源模型 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceBox</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceChoice</name>
    <message>
        <source>%1, which was chosen last, is not there now. Automatic takes its place.</source>
        <translation>上次选择的 %1 现在不可用，已改为“自动”。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceListModel</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Measured when a job starts; the fastest does the work.</source>
        <translation>任务开始时测速，由最快的设备执行。</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>正在查找设备…</translation>
    </message>
    <message>
        <source>Not available</source>
        <translation>不可用</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceStrip</name>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换区</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>snug::ui::DeviceWords</name>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a card and CUDA or Vulkan</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>可用 %1，共 %2</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>on the processor</source>
        <translation>在处理器上</translation>
    </message>
    <message>
        <source>on %1</source>
        <comment>a card</comment>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>may differ in the last bit on this device</source>
        <translation>在此设备上最后一位可能不同</translation>
    </message>
    <message>
        <source>software driver: the processor does the work, slowly</source>
        <translation>软件驱动：由处理器执行，速度慢</translation>
    </message>
    <message>
        <source>its memory is watched; there is no driver here that could quantize on it</source>
        <translation>仅监视其显存；此处没有可在其上量化的驱动</translation>
    </message>
    <message>
        <source>instruction set %1</source>
        <translation>指令集 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::DropOverlay</name>
    <message>
        <source>Drop to open</source>
        <translation>松开以打开</translation>
    </message>
</context>
<context>
    <name>snug::ui::EmptyPage</name>
    <message>
        <source>Pick a model to make smaller</source>
        <translation>选择一个要缩小的模型</translation>
    </message>
    <message>
        <source>Drop a model folder or a GGUF file here, or choose one.</source>
        <translation>把模型文件夹或 GGUF 文件拖到这里，或自行选择。</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Try the sample model</source>
        <translation>试用示例模型</translation>
    </message>
    <message>
        <source>Add a folder to look in…</source>
        <translation>添加要查找的文件夹…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Where Snug looked</source>
        <translation>Snug 查找过的位置</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no models in it</source>
        <translation>其中没有模型</translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n 个模型</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::EntryList</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>%1, choice</source>
        <translation>%1，选项</translation>
    </message>
</context>
<context>
    <name>snug::ui::FailureCard</name>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>snug::ui::FailureDetails</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>what was known when it stopped</source>
        <translation>停止时已知的情况</translation>
    </message>
</context>
<context>
    <name>snug::ui::FolderSection</name>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Add a pattern</source>
        <translation>添加模式</translation>
    </message>
    <message>
        <source>Modules to leave as they are, as regular expressions on their names</source>
        <translation>保持原样的模块（名称的正则表达式）</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>Asymmetric, with a zero point</source>
        <translation>非对称，带零点</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <source>Searched for the least error</source>
        <translation>按最小误差搜索</translation>
    </message>
    <message>
        <source>From the smallest and largest weight, faster</source>
        <translation>取自最小和最大权重，更快</translation>
    </message>
    <message>
        <source>Weights that share a scale</source>
        <translation>共用一个缩放系数的权重数</translation>
    </message>
    <message>
        <source>%1 (usual)</source>
        <translation>%1（常用）</translation>
    </message>
    <message>
        <source>Weights that share a scale, of 4-bit levels</source>
        <translation>4 位级别中共用一个缩放系数的权重数</translation>
    </message>
    <message>
        <source>A scale for %1 weights each</source>
        <translation>每 %1 个权重一个缩放系数</translation>
    </message>
    <message>
        <source>Codes with a zero point</source>
        <translation>带零点的编码</translation>
    </message>
    <message>
        <source>Symmetric codes</source>
        <translation>对称编码</translation>
    </message>
    <message>
        <source>scales from the extremes</source>
        <translation>缩放系数取自极值</translation>
    </message>
    <message>
        <source>searched scales</source>
        <translation>搜索所得的缩放系数</translation>
    </message>
    <message numerus="yes">
        <source>modules of %n pattern(s) as they are</source>
        <translation>
            <numerusform>%n 个模式的模块保持原样</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>snug::ui::Format</name>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Something went wrong inside Snug.</source>
        <translation>Snug 内部出错。</translation>
    </message>
    <message>
        <source>These settings do not work.</source>
        <translation>这些设置无法使用。</translation>
    </message>
    <message>
        <source>The model could not be read.</source>
        <translation>无法读取模型。</translation>
    </message>
    <message>
        <source>Snug cannot work with this model.</source>
        <translation>Snug 无法处理此模型。</translation>
    </message>
    <message>
        <source>It does not fit.</source>
        <translation>容纳不下。</translation>
    </message>
    <message>
        <source>Reading or writing failed.</source>
        <translation>读取或写入失败。</translation>
    </message>
    <message>
        <source>Copy the details and send them to the authors.</source>
        <translation>请复制详情并发送给作者。</translation>
    </message>
    <message>
        <source>Get the model again, its files look damaged.</source>
        <translation>请重新获取模型，其文件似乎已损坏。</translation>
    </message>
    <message>
        <source>Check the disk and its permissions, or choose another output folder.</source>
        <translation>请检查磁盘及其权限，或选择其他输出文件夹。</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging Face 缓存</translation>
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
        <translation>显示的级别</translation>
    </message>
    <message>
        <source>Error by layer and projection</source>
        <translation>各层各投影的误差</translation>
    </message>
    <message>
        <source>relative, lower is better</source>
        <translation>相对误差，越低越好</translation>
    </message>
</context>
<context>
    <name>snug::ui::HeatStrip</name>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Error by layer and projection</source>
        <translation>各层各投影的误差</translation>
    </message>
    <message>
        <source>Layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>in work</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>snug::ui::ImatrixDialog</name>
    <message numerus="yes">
        <source>%n window(s) of %1 tokens</source>
        <translation>
            <numerusform>%n 个窗口，每个 %1 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of RAM</source>
        <translation>%1 内存</translation>
    </message>
    <message>
        <source>computed on the processor</source>
        <translation>在处理器上计算</translation>
    </message>
    <message>
        <source>Make an importance matrix</source>
        <translation>制作重要性矩阵</translation>
    </message>
    <message>
        <source>The model reads a text, and Snug notes which weights matter most for it. Best is a text like those the model will be used for.</source>
        <translation>模型读取一段文本，Snug 记录其中哪些权重最重要。最好使用与模型实际用途相近的文本。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>How much of the text is read. More takes longer and makes the matrix better.</source>
        <translation>读取多少文本。越多耗时越长，矩阵也越好。</translation>
    </message>
    <message>
        <source>%1 windows</source>
        <translation>%1 个窗口</translation>
    </message>
    <message>
        <source>the whole text</source>
        <translation>整个文本</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Use this file</source>
        <translation>使用此文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>制作</translation>
    </message>
    <message>
        <source>English novels (comes with Snug)</source>
        <translation>英文小说（随 Snug 附带）</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>还没有文本</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a text</source>
        <translation>选择文本</translation>
    </message>
    <message>
        <source>Texts (*.txt *.raw *.md);;All files (*)</source>
        <translation>文本 (*.txt *.raw *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the importance matrix</source>
        <translation>保存重要性矩阵</translation>
    </message>
    <message>
        <source>Importance matrices (*.gguf)</source>
        <translation>重要性矩阵 (*.gguf)</translation>
    </message>
    <message>
        <source>Choose a text.</source>
        <translation>请选择文本。</translation>
    </message>
    <message>
        <source>Say where it goes.</source>
        <translation>请指定保存位置。</translation>
    </message>
    <message>
        <source>Working out what it needs…</source>
        <translation>正在计算所需资源…</translation>
    </message>
    <message>
        <source>A file with this name is there already. It can be used as it is, or replaced.</source>
        <translation>已存在同名文件。可以直接使用，也可以替换。</translation>
    </message>
    <message numerus="yes">
        <source>Goes on from %n window(s) that an earlier run has done.</source>
        <translation>
            <numerusform>从先前运行已完成的 %n 个窗口继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>An earlier run with another text or amount was stopped here; what it has done is thrown away.</source>
        <translation>此处曾有使用其他文本或数量的运行被停止；其已完成的部分将被丢弃。</translation>
    </message>
    <message>
        <source>Levels made with it look better than they are when they are measured on the same text.</source>
        <translation>若用同一文本测量，用它制作的级别会显得比实际更好。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换</translation>
    </message>
</context>
<context>
    <name>snug::ui::ImportanceSection</name>
    <message>
        <source>Importance matrix</source>
        <translation>重要性矩阵</translation>
    </message>
    <message>
        <source>None. Choose a file or drop one here.</source>
        <translation>无。请选择文件，或将文件拖到此处。</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Entries used</source>
        <translation>使用的条目</translation>
    </message>
    <message>
        <source>All entries</source>
        <translation>全部条目</translation>
    </message>
    <message>
        <source>Only those named</source>
        <translation>仅限所列</translation>
    </message>
    <message>
        <source>All but those named</source>
        <translation>除所列之外的全部</translation>
    </message>
    <message>
        <source>Names of entries</source>
        <translation>条目名称</translation>
    </message>
    <message>
        <source>Parts of names, such as ffn_down, attn_v</source>
        <translation>名称片段，例如 ffn_down, attn_v</translation>
    </message>
    <message>
        <source>It tells which weights matter most, measured on sample text. The smallest levels need one, all others get better by it.</source>
        <translation>它根据示例文本测得哪些权重最重要。最小的级别必须有它，其他级别有了它也会更好。</translation>
    </message>
    <message>
        <source>Reading it…</source>
        <translation>正在读取…</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>测量文本：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s) of text</source>
        <translation>
            <numerusform>%n 段文本</numerusform>
        </translation>
    </message>
    <message>
        <source>Off. These levels do not need it.</source>
        <translation>关闭。这些级别不需要。</translation>
    </message>
    <message numerus="yes">
        <source>Off. %n level(s) need an importance matrix.</source>
        <translation>
            <numerusform>关闭。%n 个级别需要重要性矩阵。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>%1 无法使用</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n entries</source>
        <translation>
            <numerusform>%1，%n 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>Make one now…</source>
        <translation>立即制作…</translation>
    </message>
    <message>
        <source>Measures on a text which weights matter most</source>
        <translation>在一段文本上测量哪些权重最重要</translation>
    </message>
    <message>
        <source>Snug cannot make one of this model: %1</source>
        <translation>Snug 无法为此模型制作：%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::JobTimeline</name>
    <message>
        <source>stopped %1</source>
        <translation>停止于 %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>all RAM %1</source>
        <translation>全部内存 %1</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>stopped after %1</source>
        <translation>%1 后停止</translation>
    </message>
    <message>
        <source>%1 of %2 tensors</source>
        <translation>%1 / %2 个张量</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>all VRAM %1</source>
        <translation>全部显存 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::LayerChart</name>
    <message>
        <source>Error by layer</source>
        <translation>各层误差</translation>
    </message>
    <message>
        <source>%1: largest error %2 in layer %3</source>
        <translation>%1：最大误差 %2，位于第 %3 层</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
</context>
<context>
    <name>snug::ui::LayerSection</name>
    <message>
        <source>As the level says</source>
        <translation>按级别规定</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>与源模型相同</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>One type for all layers</source>
        <translation>所有层使用同一类型</translation>
    </message>
    <message>
        <source>Leaves out the level&apos;s own mix of types. Smaller, but usually worse.</source>
        <translation>不使用该级别自带的混合类型。更小，但通常更差。</translation>
    </message>
    <message>
        <source>As each level says</source>
        <translation>按各级别规定</translation>
    </message>
    <message>
        <source>output head %1</source>
        <translation>输出头 %1</translation>
    </message>
    <message>
        <source>token embedding %1</source>
        <translation>词嵌入 %1</translation>
    </message>
    <message>
        <source>Layers to leave out</source>
        <translation>要省略的层</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Numbers of layers, the first is 0: 3, 7, 8. The others move up. Usually much worse.</source>
        <translation>层的编号，第一层为 0：3, 7, 8。其余层依次前移。通常会差很多。</translation>
    </message>
    <message>
        <source>Refuse stand-in types</source>
        <translation>拒绝替代类型</translation>
    </message>
    <message>
        <source>A type whose blocks do not divide a row is replaced by another, usually larger one. Ticked, a level that would need this is not made.</source>
        <translation>如果某种类型的块不能整除一行，就会换用另一种（通常更大的）类型。勾选后，需要这样做的级别不会生成。</translation>
    </message>
    <message>
        <source>Types by pattern, for all tensors whose name it is found in. The first that matches decides; single tensors above come before.</source>
        <translation>按模式指定类型，适用于名称中含有该模式的所有张量。以第一个匹配者为准；上方单独设定的张量优先。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Add a pattern</source>
        <translation>添加模式</translation>
    </message>
    <message>
        <source>without layers %1</source>
        <translation>不含层 %1</translation>
    </message>
    <message>
        <source>no overrides</source>
        <translation>无例外</translation>
    </message>
    <message numerus="yes">
        <source>%n override(s)</source>
        <translation>
            <numerusform>%n 处例外</numerusform>
        </translation>
    </message>
    <message>
        <source>no stand-in types</source>
        <translation>不用替代类型</translation>
    </message>
</context>
<context>
    <name>snug::ui::LegendTable</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>all RAM</source>
        <translation>全部内存</translation>
    </message>
    <message>
        <source>true peak</source>
        <translation>实际峰值</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>snug::ui::Level</name>
    <message>
        <source>32-bit floats, full size</source>
        <translation>32 位浮点，原始大小</translation>
    </message>
    <message>
        <source>16-bit floats</source>
        <translation>16 位浮点</translation>
    </message>
    <message>
        <source>16-bit floats, wide range</source>
        <translation>16 位浮点，宽范围</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>6-bit</source>
        <translation>6 位</translation>
    </message>
    <message>
        <source>5-bit, simple, with offsets</source>
        <translation>5 位，简单，带偏移</translation>
    </message>
    <message>
        <source>5-bit, mixed</source>
        <translation>5 位，混合</translation>
    </message>
    <message>
        <source>5-bit, mixed, small</source>
        <translation>5 位，混合，小</translation>
    </message>
    <message>
        <source>5-bit, simple</source>
        <translation>5 位，简单</translation>
    </message>
    <message>
        <source>4-bit, simple, with offsets</source>
        <translation>4 位，简单，带偏移</translation>
    </message>
    <message>
        <source>4-bit, mixed</source>
        <translation>4 位，混合</translation>
    </message>
    <message>
        <source>4-bit, mixed, small</source>
        <translation>4 位，混合，小</translation>
    </message>
    <message>
        <source>4-bit, non-linear, short blocks</source>
        <translation>4 位，非线性，短块</translation>
    </message>
    <message>
        <source>4-bit, simple</source>
        <translation>4 位，简单</translation>
    </message>
    <message>
        <source>4-bit, non-linear</source>
        <translation>4 位，非线性</translation>
    </message>
    <message>
        <source>4-bit floats for experts, 8-bit elsewhere</source>
        <translation>专家用 4 位浮点，其余 8 位</translation>
    </message>
    <message>
        <source>3-bit, mixed, large</source>
        <translation>3 位，混合，大</translation>
    </message>
    <message>
        <source>3-bit, mixed</source>
        <translation>3 位，混合</translation>
    </message>
    <message>
        <source>3-bit, codebook, mixed</source>
        <translation>3 位，码本，混合</translation>
    </message>
    <message>
        <source>3-bit, codebook</source>
        <translation>3 位，码本</translation>
    </message>
    <message>
        <source>3-bit, mixed, small</source>
        <translation>3 位，混合，小</translation>
    </message>
    <message>
        <source>2-bit, mixed</source>
        <translation>2 位，混合</translation>
    </message>
    <message>
        <source>2-bit, simple</source>
        <translation>2 位，简单</translation>
    </message>
    <message>
        <source>three values, 2 bits each</source>
        <translation>三值，每值 2 位</translation>
    </message>
    <message>
        <source>three values, packed tightly</source>
        <translation>三值，紧密打包</translation>
    </message>
    <message>
        <source>1-bit</source>
        <translation>1 位</translation>
    </message>
    <message>
        <source>3-bit, codebook, small</source>
        <translation>3 位，码本，小</translation>
    </message>
    <message>
        <source>3-bit, codebook, smallest</source>
        <translation>3 位，码本，最小</translation>
    </message>
    <message>
        <source>2-bit, mixed, small</source>
        <translation>2 位，混合，小</translation>
    </message>
    <message>
        <source>2-bit, codebook, mixed</source>
        <translation>2 位，码本，混合</translation>
    </message>
    <message>
        <source>2-bit, codebook</source>
        <translation>2 位，码本</translation>
    </message>
    <message>
        <source>2-bit, codebook, small</source>
        <translation>2 位，码本，小</translation>
    </message>
    <message>
        <source>2-bit, codebook, smallest</source>
        <translation>2 位，码本，最小</translation>
    </message>
    <message>
        <source>under 2-bit, codebook</source>
        <translation>不足 2 位，码本</translation>
    </message>
    <message>
        <source>under 2-bit, codebook, small</source>
        <translation>不足 2 位，码本，小</translation>
    </message>
    <message>
        <source>tensors as they are</source>
        <translation>张量保持原样</translation>
    </message>
    <message>
        <source>32-bit floats: nothing is lost, at twice the size of most originals.</source>
        <translation>32 位浮点：毫无损失，但大小是多数原模型的两倍。</translation>
    </message>
    <message>
        <source>16-bit floats: close to nothing is lost; for programs that cannot read BF16.</source>
        <translation>16 位浮点：几乎没有损失；供不能读取 BF16 的程序使用。</translation>
    </message>
    <message>
        <source>16-bit floats as most models are trained in: nothing is lost, nothing is saved.</source>
        <translation>多数模型训练所用的 16 位浮点：没有损失，也没有节省。</translation>
    </message>
    <message>
        <source>8 bits: hardly to be told from the original at half its size.</source>
        <translation>8 位：与原模型几乎无法区分，大小减半。</translation>
    </message>
    <message>
        <source>6 bits: very close to the original, where memory allows.</source>
        <translation>6 位：非常接近原模型，适合内存充裕时。</translation>
    </message>
    <message>
        <source>5 bits, mixed: a little better than 4 bits, where memory allows.</source>
        <translation>5 位，混合：比 4 位稍好，适合内存充裕时。</translation>
    </message>
    <message>
        <source>5 bits, mixed, smaller: nearly as good as Q5_K_M.</source>
        <translation>5 位，混合，较小：几乎与 Q5_K_M 一样好。</translation>
    </message>
    <message>
        <source>5 bits, older form: larger than Q5_K_M and no better; for old programs.</source>
        <translation>5 位，旧格式：比 Q5_K_M 大而不更好；供旧程序使用。</translation>
    </message>
    <message>
        <source>5 bits, older form: as large as Q5_K_S and no better; for old programs.</source>
        <translation>5 位，旧格式：与 Q5_K_S 一样大而不更好；供旧程序使用。</translation>
    </message>
    <message>
        <source>4 bits, mixed: the usual choice for laptops.</source>
        <translation>4 位，混合：笔记本电脑的常用选择。</translation>
    </message>
    <message>
        <source>4 bits, mixed, smaller: when Q4_K_M just misses.</source>
        <translation>4 位，混合，较小：适合 Q4_K_M 刚好放不下时。</translation>
    </message>
    <message>
        <source>4 bits, older form: larger than Q4_K_M and no better; for old programs.</source>
        <translation>4 位，旧格式：比 Q4_K_M 大而不更好；供旧程序使用。</translation>
    </message>
    <message>
        <source>4 bits, older form: runs fast on phones and ARM processors.</source>
        <translation>4 位，旧格式：在手机和 ARM 处理器上运行很快。</translation>
    </message>
    <message>
        <source>4 bits, uneven steps: for models whose rows do not suit IQ4_XS.</source>
        <translation>4 位，非均匀分级：适合行长不适用 IQ4_XS 的模型。</translation>
    </message>
    <message>
        <source>4 bits, uneven steps: smaller than Q4_K_S and nearly as good.</source>
        <translation>4 位，非均匀分级：比 Q4_K_S 小，几乎一样好。</translation>
    </message>
    <message>
        <source>4-bit floats for experts, 8 bits elsewhere: for mixture-of-experts models.</source>
        <translation>专家用 4 位浮点，其余 8 位：适用于混合专家模型。</translation>
    </message>
    <message>
        <source>3 bits, mixed, larger: when 4 bits just miss.</source>
        <translation>3 位，混合，较大：适合 4 位刚好放不下时。</translation>
    </message>
    <message>
        <source>3 bits, mixed: a loss you may notice, for models that do not fit at 4 bits.</source>
        <translation>3 位，混合：可察觉的损失，适合 4 位放不下的模型。</translation>
    </message>
    <message>
        <source>3 bits, smaller: a clear loss, when nothing larger fits.</source>
        <translation>3 位，较小：明显的损失，适合更大的级别都放不下时。</translation>
    </message>
    <message>
        <source>3 bits from a table, mixed: smaller than Q3_K_M and better, slower on processors.</source>
        <translation>3 位查表，混合：比 Q3_K_M 小而更好，在处理器上较慢。</translation>
    </message>
    <message>
        <source>3 bits from a table: better than Q3_K_S at its size, slower on processors.</source>
        <translation>3 位查表：与 Q3_K_S 同样大小而更好，在处理器上较慢。</translation>
    </message>
    <message>
        <source>3 bits from a table, smaller: for large models that just miss.</source>
        <translation>3 位查表，较小：适合刚好放不下的大模型。</translation>
    </message>
    <message>
        <source>3 bits from a table, smallest: for large models in little memory.</source>
        <translation>3 位查表，最小：适合内存很少时的大模型。</translation>
    </message>
    <message>
        <source>2 bits, mixed: a heavy loss, for large models in little memory.</source>
        <translation>2 位，混合：损失严重，适合内存很少时的大模型。</translation>
    </message>
    <message>
        <source>2 bits, smaller: a heavy loss, for large models in little memory.</source>
        <translation>2 位，较小：损失严重，适合内存很少时的大模型。</translation>
    </message>
    <message>
        <source>2 bits from a table, mixed: the best of the 2-bit levels.</source>
        <translation>2 位查表，混合：2 位级别中最好的。</translation>
    </message>
    <message>
        <source>2 bits from a table: a heavy loss, for very large models.</source>
        <translation>2 位查表：损失严重，适合很大的模型。</translation>
    </message>
    <message>
        <source>2 bits from a table, smaller: a heavy loss, for very large models.</source>
        <translation>2 位查表，较小：损失严重，适合很大的模型。</translation>
    </message>
    <message>
        <source>2 bits from a table, smallest: a heavy loss, for the very largest models.</source>
        <translation>2 位查表，最小：损失严重，适合最大的模型。</translation>
    </message>
    <message>
        <source>2 bits, simple: for models trained to live with so few.</source>
        <translation>2 位，简单：适合专为如此少的位数训练的模型。</translation>
    </message>
    <message>
        <source>Three values, 2 bits each: for models trained with three values, such as BitNet.</source>
        <translation>三值，每值 2 位：适合以三值训练的模型，例如 BitNet。</translation>
    </message>
    <message>
        <source>Three values, packed tightly: for models trained with three values, such as BitNet.</source>
        <translation>三值，紧密打包：适合以三值训练的模型，例如 BitNet。</translation>
    </message>
    <message>
        <source>Under 2 bits: answers suffer badly; to try the very largest models at all.</source>
        <translation>不足 2 位：回答质量大受影响；仅为试用最大的模型。</translation>
    </message>
    <message>
        <source>About 1.6 bits: the smallest for models as they are; answers suffer badly.</source>
        <translation>约 1.6 位：普通模型可用的最小级别；回答质量大受影响。</translation>
    </message>
    <message>
        <source>1 bit: for models trained with one bit a weight.</source>
        <translation>1 位：适合以每权重一位训练的模型。</translation>
    </message>
    <message>
        <source>Every tensor as it is: to split or join files or to change header values.</source>
        <translation>每个张量保持原样：用于拆分或合并文件，或修改文件头的值。</translation>
    </message>
    <message>
        <source>8-bit, groups of 32</source>
        <translation>8 位，每组 32 个</translation>
    </message>
    <message>
        <source>8-bit, groups of 64</source>
        <translation>8 位，每组 64 个</translation>
    </message>
    <message>
        <source>8-bit, groups of 128</source>
        <translation>8 位，每组 128 个</translation>
    </message>
    <message>
        <source>8-bit, a scale per row</source>
        <translation>8 位，每行一个缩放系数</translation>
    </message>
    <message>
        <source>4-bit, groups of 32</source>
        <translation>4 位，每组 32 个</translation>
    </message>
    <message>
        <source>4-bit, groups of 64</source>
        <translation>4 位，每组 64 个</translation>
    </message>
    <message>
        <source>4-bit, groups of 128</source>
        <translation>4 位，每组 128 个</translation>
    </message>
    <message>
        <source>4-bit, a scale per row</source>
        <translation>4 位，每行一个缩放系数</translation>
    </message>
    <message>
        <source>3-bit, groups of 32</source>
        <translation>3 位，每组 32 个</translation>
    </message>
    <message>
        <source>3-bit, groups of 64</source>
        <translation>3 位，每组 64 个</translation>
    </message>
    <message>
        <source>3-bit, groups of 128</source>
        <translation>3 位，每组 128 个</translation>
    </message>
    <message>
        <source>3-bit, a scale per row</source>
        <translation>3 位，每行一个缩放系数</translation>
    </message>
    <message>
        <source>2-bit, groups of 32</source>
        <translation>2 位，每组 32 个</translation>
    </message>
    <message>
        <source>2-bit, groups of 64</source>
        <translation>2 位，每组 64 个</translation>
    </message>
    <message>
        <source>2-bit, groups of 128</source>
        <translation>2 位，每组 128 个</translation>
    </message>
    <message>
        <source>2-bit, a scale per row</source>
        <translation>2 位，每行一个缩放系数</translation>
    </message>
    <message>
        <source>8-bit weights and activations</source>
        <translation>8 位权重和激活</translation>
    </message>
    <message>
        <source>8-bit floats, a scale per row</source>
        <translation>8 位浮点，每行一个缩放系数</translation>
    </message>
    <message>
        <source>8-bit floats, a scale per 128 x 128 block</source>
        <translation>8 位浮点，每个 128 x 128 块一个缩放系数</translation>
    </message>
    <message>
        <source>8-bit floats, one scale per matrix</source>
        <translation>8 位浮点，每个矩阵一个缩放系数</translation>
    </message>
    <message>
        <source>4-bit floats, groups of 16</source>
        <translation>4 位浮点，每组 16 个</translation>
    </message>
    <message>
        <source>4-bit floats, groups of 32</source>
        <translation>4 位浮点，每组 32 个</translation>
    </message>
    <message>
        <source>8-bit rows (LLM.int8)</source>
        <translation>8 位行（LLM.int8）</translation>
    </message>
    <message>
        <source>4-bit, uneven steps</source>
        <translation>4 位，不等步长</translation>
    </message>
    <message>
        <source>4-bit, uneven steps, small scales</source>
        <translation>4 位，不等步长，小缩放系数</translation>
    </message>
    <message>
        <source>4-bit floats</source>
        <translation>4 位浮点</translation>
    </message>
    <message>
        <source>4-bit floats, small scales</source>
        <translation>4 位浮点，小缩放系数</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; vLLM and transformers read it.</source>
        <translation>8 位，与原模型几乎无法区分；vLLM 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>3 bits without calibration: a clear loss, to try what fits at all; transformers reads it.</source>
        <translation>无校准的 3 位：损失明显，用于尝试能否容纳；transformers 可读取。</translation>
    </message>
    <message>
        <source>2 bits without calibration: answers suffer badly, to try what fits at all; transformers reads it.</source>
        <translation>无校准的 2 位：回答严重变差，用于尝试能否容纳；transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits with one scale per row: smallest and clearly worse than groups; vLLM and transformers read it.</source>
        <translation>每行一个缩放系数的 4 位：最小，明显不如分组；vLLM 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits: the usual choice for graphics cards; vLLM and transformers read it.</source>
        <translation>4 位：显卡的常用选择；vLLM 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits in smaller groups: a little better and larger than groups of 128; vLLM and transformers read it.</source>
        <translation>较小分组的 4 位：比每组 128 个稍好、稍大；vLLM 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; vLLM, GPTQModel and transformers read it.</source>
        <translation>8 位，与原模型几乎无法区分；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>3 bits without calibration: a clear loss, to try what fits at all; vLLM, GPTQModel and transformers read it.</source>
        <translation>无校准的 3 位：损失明显，用于尝试能否容纳；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>2 bits without calibration: answers suffer badly, to try what fits at all; vLLM, GPTQModel and transformers read it.</source>
        <translation>无校准的 2 位：回答严重变差，用于尝试能否容纳；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits with one scale per row: smallest and clearly worse than groups; vLLM, GPTQModel and transformers read it.</source>
        <translation>每行一个缩放系数的 4 位：最小，明显不如分组；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits: the usual choice for graphics cards; vLLM, GPTQModel and transformers read it.</source>
        <translation>4 位：显卡的常用选择；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>4 bits in smaller groups: a little better and larger than groups of 128; vLLM, GPTQModel and transformers read it.</source>
        <translation>较小分组的 4 位：比每组 128 个稍好、稍大；vLLM、GPTQModel 和 transformers 可读取。</translation>
    </message>
    <message>
        <source>8 bits, hardly to be told from the original; transformers and vLLM read it with bitsandbytes.</source>
        <translation>8 位，与原模型几乎无法区分；transformers 和 vLLM 可用 bitsandbytes 读取。</translation>
    </message>
    <message>
        <source>4 bits whose steps suit bell-shaped weights; the usual start for QLoRA training, read by transformers and vLLM.</source>
        <translation>4 位，步长适合钟形分布的权重；QLoRA 训练的常用起点，transformers 和 vLLM 可读取。</translation>
    </message>
    <message>
        <source>nf4 with its scales quantized too: a tenth smaller and nearly as good; read by transformers and vLLM.</source>
        <translation>缩放系数也经量化的 nf4：小十分之一，几乎一样好；transformers 和 vLLM 可读取。</translation>
    </message>
    <message>
        <source>4-bit floats: as large as nf4 and a little worse; for comparison, read by transformers and vLLM.</source>
        <translation>4 位浮点：与 nf4 一样大，稍差；用于比较，transformers 和 vLLM 可读取。</translation>
    </message>
    <message>
        <source>fp4 with its scales quantized too: a tenth smaller; for comparison, read by transformers and vLLM.</source>
        <translation>缩放系数也经量化的 fp4：小十分之一；用于比较，transformers 和 vLLM 可读取。</translation>
    </message>
    <message>
        <source>8 bits with 8-bit arithmetic at run time; fast in vLLM on NVIDIA cards since Turing, read by transformers.</source>
        <translation>8 位，运行时也用 8 位运算；在 Turing 及以后的 NVIDIA 显卡上用 vLLM 很快，transformers 可读取。</translation>
    </message>
    <message>
        <source>8-bit floats, very close to the original; fast in vLLM on NVIDIA cards since Ada and Hopper.</source>
        <translation>8 位浮点，非常接近原模型；在 Ada 和 Hopper 及以后的 NVIDIA 显卡上用 vLLM 很快。</translation>
    </message>
    <message>
        <source>8-bit floats as DeepSeek ships them; fast in vLLM on NVIDIA cards since Hopper.</source>
        <translation>DeepSeek 发布所用的 8 位浮点；在 Hopper 及以后的 NVIDIA 显卡上用 vLLM 很快。</translation>
    </message>
    <message>
        <source>8-bit floats in their oldest form, a little worse than fp8; for vLLM and programs that read nothing else.</source>
        <translation>最早形式的 8 位浮点，比 fp8 稍差；用于 vLLM 和不能读取其他形式的程序。</translation>
    </message>
    <message>
        <source>4-bit floats for vLLM on NVIDIA Blackwell cards; others unpack them as they go.</source>
        <translation>用于 NVIDIA Blackwell 显卡上 vLLM 的 4 位浮点；其他显卡在运算时解包。</translation>
    </message>
    <message>
        <source>4-bit floats of the open MX standard, smaller than nvfp4 and clearly worse; for vLLM.</source>
        <translation>开放 MX 标准的 4 位浮点，比 nvfp4 小，明显更差；用于 vLLM。</translation>
    </message>
</context>
<context>
    <name>snug::ui::LevelTableModel</name>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>tick any number</source>
        <translation>可多选</translation>
    </message>
    <message>
        <source>per weight</source>
        <translation>每权重</translation>
    </message>
    <message>
        <source>%1 to make</source>
        <comment>a memory unit</comment>
        <translation>制作需 %1</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>分:秒</translation>
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
        <translation>在本机</translation>
    </message>
    <message>
        <source>%1, recommended</source>
        <translation>%1，推荐</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>过多</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Longest context that fits %1.</source>
        <translation>%1 可容纳的最长上下文。</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Such levels need an importance matrix: a file that tells which weights matter most.</source>
        <translation>这类级别需要重要性矩阵：一个说明哪些权重最重要的文件。</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>与源模型相同</translation>
    </message>
    <message>
        <source>Floats, not quantized</source>
        <translation>浮点，未量化</translation>
    </message>
    <message>
        <source>%1-bit types</source>
        <translation>%1 位类型</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Needs a matrix</source>
        <translation>需要矩阵</translation>
    </message>
    <message>
        <source>Not possible</source>
        <translation>无法制作</translation>
    </message>
    <message>
        <source>For the same reason as %1.</source>
        <translation>原因与 %1 相同。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a program and what it says to a level</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Make one now…</source>
        <translation>立即制作…</translation>
    </message>
</context>
<context>
    <name>snug::ui::LevelView</name>
    <message>
        <source>Levels</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>KV cache in f16, exact</source>
        <translation>KV 缓存用 f16，精确</translation>
    </message>
    <message>
        <source>KV cache in q8_0, half the memory</source>
        <translation>KV 缓存用 q8_0，内存减半</translation>
    </message>
    <message>
        <source>KV cache in q4_0, a quarter</source>
        <translation>KV 缓存用 q4_0，四分之一</translation>
    </message>
</context>
<context>
    <name>snug::ui::LiftedLimit</name>
    <message>
        <source>Without a limit it fits.</source>
        <translation>取消上限即可容纳。</translation>
    </message>
    <message>
        <source>Lift the limit</source>
        <translation>取消上限</translation>
    </message>
</context>
<context>
    <name>snug::ui::LimitRow</name>
    <message>
        <source>%1 limit</source>
        <translation>%1 上限</translation>
    </message>
    <message>
        <source>limit %1 GiB</source>
        <translation>上限 %1 GiB</translation>
    </message>
    <message>
        <source>Fits, %1 GiB to spare</source>
        <translation>可容纳，余 %1 GiB</translation>
    </message>
    <message>
        <source>Tight, %1 GiB to spare</source>
        <translation>紧张，余 %1 GiB</translation>
    </message>
    <message>
        <source>Does not fit, %1 GiB short</source>
        <translation>不可容纳，差 %1 GiB</translation>
    </message>
</context>
<context>
    <name>snug::ui::LimitSlider</name>
    <message>
        <source>Limit %1, needs %2, other programs hold %3 of %4</source>
        <translation>上限 %1，需要 %2，其他程序占用 %3，共 %4</translation>
    </message>
    <message>
        <source>in use %1</source>
        <translation>已用 %1</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>需要 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Load</name>
    <message>
        <source>Longest context that fits this GPU with a q8_0 KV cache.</source>
        <translation>使用 q8_0 KV 缓存时此 GPU 可容纳的最长上下文。</translation>
    </message>
    <message>
        <source>Longest context that fits the free RAM with a q8_0 KV cache.</source>
        <translation>使用 q8_0 KV 缓存时空闲内存可容纳的最长上下文。</translation>
    </message>
    <message>
        <source>Copies the file into LM Studio&apos;s folder.</source>
        <translation>把文件复制到 LM Studio 的文件夹。</translation>
    </message>
    <message>
        <source>Writes a Modelfile in the present folder.</source>
        <translation>在当前文件夹写入 Modelfile。</translation>
    </message>
</context>
<context>
    <name>snug::ui::LoadBox</name>
    <message>
        <source>Load in</source>
        <translation>加载到</translation>
    </message>
</context>
<context>
    <name>snug::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>snug::ui::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Add a folder to look in…</source>
        <translation>添加要查找的文件夹…</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>重新查找模型</translation>
    </message>
    <message>
        <source>Colours of the system</source>
        <translation>跟随系统颜色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Snug %1</source>
        <translation>Snug %1</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors config.json);;All files (*)</source>
        <translation>模型 (*.gguf *.safetensors config.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Add a folder to look in</source>
        <translation>添加要查找的文件夹</translation>
    </message>
    <message>
        <source>A job is running</source>
        <translation>有任务正在运行</translation>
    </message>
    <message>
        <source>A job is running. Stop it and close?</source>
        <translation>有任务正在运行。停止并关闭？</translation>
    </message>
    <message>
        <source>What was done so far is thrown away and the partial files are deleted.</source>
        <translation>已完成的部分将被丢弃，未完成的文件将被删除。</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Keep going</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>A job is running. Measure when it has ended.</source>
        <translation>有任务正在运行。请在其结束后测量。</translation>
    </message>
    <message>
        <source>A measurement is running</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>A measurement is running. Stop it and close?</source>
        <translation>正在测量。停止并关闭？</translation>
    </message>
    <message>
        <source>What was measured so far is not kept.</source>
        <translation>目前测得的结果不会保留。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>An importance matrix is being made</source>
        <translation>正在制作重要性矩阵</translation>
    </message>
    <message>
        <source>An importance matrix is being made. Stop it and close?</source>
        <translation>正在制作重要性矩阵。停止并关闭？</translation>
    </message>
    <message>
        <source>What was done so far is kept, and making it again goes on from there.</source>
        <translation>已完成的部分会保留，再次制作时将从此处继续。</translation>
    </message>
    <message>
        <source>An importance matrix is being made. Measure when it is there.</source>
        <translation>正在制作重要性矩阵。完成后再测量。</translation>
    </message>
    <message>
        <source>A job is running. A matrix can be made when it has ended.</source>
        <translation>有任务正在运行。结束后才能制作矩阵。</translation>
    </message>
    <message>
        <source>A measurement is running. A matrix can be made when it has ended.</source>
        <translation>测量正在进行。结束后才能制作矩阵。</translation>
    </message>
</context>
<context>
    <name>snug::ui::MakingPanel</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends here; what was done so far is kept, and it can go on from there later.</source>
        <translation>在此结束；已完成的部分会保留，之后可从此处继续。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Being made, %1</source>
        <translation>正在制作，%1</translation>
    </message>
    <message>
        <source>Being made</source>
        <translation>正在制作</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>It could not be made. %1</source>
        <translation>无法制作。%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeasurePanel</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>how well the text is predicted, and how far each level strays from its source</source>
        <translation>文本预测得有多好，以及各级别偏离源模型多少</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Figures are comparable only with the same number.</source>
        <translation>模型一次读取的词元数。只有数目相同时结果才可比较。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>How much of the text is read. More takes longer and makes the error smaller.</source>
        <translation>读取多少文本。越多耗时越长，误差越小。</translation>
    </message>
    <message>
        <source>%1 windows</source>
        <translation>%1 个窗口</translation>
    </message>
    <message>
        <source>the whole text</source>
        <translation>整个文本</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends here; what was measured so far stays.</source>
        <translation>到此结束；已测得的结果会保留。</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>目前</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation>KL 均值</translation>
    </message>
    <message>
        <source>Same first choice</source>
        <translation>首选相同</translation>
    </message>
    <message>
        <source>English novels (comes with Snug)</source>
        <translation>英文小说（随 Snug 附带）</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>还没有文本</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a text</source>
        <translation>选择文本</translation>
    </message>
    <message>
        <source>Texts (*.txt *.raw *.md);;All files (*)</source>
        <translation>文本 (*.txt *.raw *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Choose a text.</source>
        <translation>请选择文本。</translation>
    </message>
    <message>
        <source>Nothing could be measured</source>
        <translation>无法测量</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeasuredTable</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Off by</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Size of all</source>
        <translation>总大小</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Peak RAM</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Peak VRAM</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>准确</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>低于 1%</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>不足 1 秒</translation>
    </message>
</context>
<context>
    <name>snug::ui::MemoryChart</name>
    <message>
        <source>%1 over time</source>
        <translation>%1 随时间变化</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MemorySection</name>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Use all that is free</source>
        <translation>使用全部空闲内存</translation>
    </message>
    <message>
        <source>RAM %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>RAM up to what is free</source>
        <translation>内存，以空闲为限</translation>
    </message>
    <message>
        <source>RAM up to what is free, %1</source>
        <translation>内存，以空闲为限，%1</translation>
    </message>
    <message>
        <source>Tick a level to see its peaks.</source>
        <translation>勾选一个级别以查看峰值。</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>RAM, %1</source>
        <translation>内存，%1</translation>
    </message>
    <message>
        <source>Disk, %1</source>
        <translation>磁盘，%1</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>the limits of two memories</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>VRAM %1</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>VRAM, %1</source>
        <translation>显存，%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MeterBar</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <translation>%1 / %2 GiB</translation>
    </message>
    <message>
        <source>Not known yet.</source>
        <translation>尚未知晓。</translation>
    </message>
    <message>
        <source>Snug: %1
Other programs: %2
Free: %3</source>
        <translation>Snug：%1
其他程序：%2
空闲：%3</translation>
    </message>
    <message>
        <source>The tick is what Snug may take: %1</source>
        <translation>刻度表示 Snug 可用的量：%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Method</name>
    <message>
        <source>Round to nearest</source>
        <translation>就近取整</translation>
    </message>
    <message>
        <source>One file of mixed types, for programs on llama.cpp.</source>
        <translation>混合类型的单个文件，供基于 llama.cpp 的程序使用。</translation>
    </message>
    <message>
        <source>4- and 8-bit weights without calibration, also the base of QLoRA training.</source>
        <translation>无需校准的 4 位和 8 位权重，也是 QLoRA 训练的基础。</translation>
    </message>
    <message>
        <source>Integers and small floats without calibration, for fast kernels on a GPU.</source>
        <translation>无需校准的整数和短浮点，供 GPU 上的快速内核使用。</translation>
    </message>
    <message>
        <source>GPTQ layout</source>
        <translation>GPTQ 布局</translation>
    </message>
    <message>
        <source>The older layout of AutoGPTQ and GPTQModel, for programs that know no other. Integers only.</source>
        <translation>AutoGPTQ 和 GPTQModel 的较早布局，供只认识它的程序使用。仅限整数。</translation>
    </message>
    <message>
        <source>The layout of vLLM&apos;s own tools: integers and floats.</source>
        <translation>vLLM 自带工具的布局：整数和浮点。</translation>
    </message>
    <message>
        <source>fast</source>
        <comment>a program runs the model at full speed</comment>
        <translation>快</translation>
    </message>
    <message>
        <source>refuses</source>
        <comment>a program does not load the model</comment>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>works</source>
        <comment>a program loads the model</comment>
        <translation>可用</translation>
    </message>
    <message>
        <source>Better: %1</source>
        <comment>what would make a program run a level faster, or at all</comment>
        <translation>更好：%1</translation>
    </message>
</context>
<context>
    <name>snug::ui::MethodPicker</name>
    <message>
        <source>%1 and %2</source>
        <comment>programs, and the last of them</comment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Format of the folder</source>
        <translation>文件夹格式</translation>
    </message>
    <message>
        <source>%1 For %2.</source>
        <comment>what a method is; programs</comment>
        <translation>%1适用于 %2。</translation>
    </message>
</context>
<context>
    <name>snug::ui::ModelListModel</name>
    <message>
        <source>Recent</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Sample model</source>
        <translation>示例模型</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n model(s)</source>
        <translation>
            <numerusform>%1，%n 个模型</numerusform>
        </translation>
    </message>
    <message>
        <source>Not fully downloaded</source>
        <translation>未下载完整</translation>
    </message>
</context>
<context>
    <name>snug::ui::ModelPane</name>
    <message>
        <source>Filter models</source>
        <translation>筛选模型</translation>
    </message>
    <message>
        <source>No models yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Shows models whose name has these letters (Ctrl+F)</source>
        <translation>只显示名称含有这些字符的模型（Ctrl+F）</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>选择模型文件…</translation>
    </message>
    <message>
        <source>or drop a folder or GGUF anywhere</source>
        <translation>或拖入文件夹或 GGUF</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Snug looked in the usual places and found none. It never downloads by itself.</source>
        <translation>Snug 在常用位置没有找到模型。它从不自行下载。</translation>
    </message>
    <message>
        <source>No model has these letters in its name.</source>
        <translation>没有名称含有这些字符的模型。</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>测量…</translation>
    </message>
</context>
<context>
    <name>snug::ui::OutputSection</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>输出文件夹</translation>
    </message>
    <message>
        <source>Output file name</source>
        <translation>输出文件名</translation>
    </message>
    <message>
        <source>%1-LEVEL.gguf</source>
        <translation>%1-级别.gguf</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>%1 to write, %2 free</source>
        <translation>将写入 %1，空闲 %2</translation>
    </message>
    <message>
        <source>Beside the model</source>
        <translation>在模型旁边</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1，空闲 %2</translation>
    </message>
    <message>
        <source>Header value</source>
        <translation>文件头值</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>添加值</translation>
    </message>
    <message>
        <source>Header values to change, as KEY=TYPE:VALUE (int, float, bool or str)</source>
        <translation>要修改的文件头值，格式为 键=类型:值（int、float、bool 或 str）</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>一个文件</translation>
    </message>
    <message>
        <source>Files of 2 GB at most</source>
        <translation>每个文件最多 2 GB</translation>
    </message>
    <message>
        <source>Files of 4 GB at most</source>
        <translation>每个文件最多 4 GB</translation>
    </message>
    <message>
        <source>Files of another size</source>
        <translation>其他大小</translation>
    </message>
    <message>
        <source>Files of a level</source>
        <translation>每个级别的文件</translation>
    </message>
    <message>
        <source>Size of a file at most</source>
        <translation>单个文件的最大大小</translation>
    </message>
    <message>
        <source>Such as 1.5 GB</source>
        <translation>例如 1.5 GB</translation>
    </message>
    <message>
        <source>As many as the source has (%1)</source>
        <translation>与源模型的文件数相同（%1）</translation>
    </message>
    <message>
        <source>“%1” is no size. Write it like 900 MB or 1.5 GB.</source>
        <translation>“%1”不是大小。请写成 900 MB 或 1.5 GB 这样。</translation>
    </message>
    <message>
        <source>%1, as many files as the source</source>
        <translation>%1，文件数与源模型相同</translation>
    </message>
    <message>
        <source>%1, files of 2 GB</source>
        <translation>%1，文件各 2 GB</translation>
    </message>
    <message>
        <source>%1, files of 4 GB</source>
        <translation>%1，文件各 4 GB</translation>
    </message>
    <message>
        <source>%1, files of %2</source>
        <translation>%1，文件各 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 to write in %n file(s), %2 free</source>
        <translation>
            <numerusform>将写入 %n 个文件，共 %1，空闲 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Files of 5 GB at most</source>
        <translation>每个文件最多 5 GB</translation>
    </message>
    <message>
        <source>Name of the model&apos;s folder</source>
        <translation>模型文件夹名称</translation>
    </message>
    <message>
        <source>%1-LEVEL</source>
        <translation>%1-级别</translation>
    </message>
</context>
<context>
    <name>snug::ui::OverrideTable</name>
    <message>
        <source>Tensors and their types</source>
        <translation>张量及其类型</translation>
    </message>
    <message>
        <source>Filter tensors, such as ffn_down</source>
        <translation>筛选张量，例如 ffn_down</translation>
    </message>
    <message>
        <source>Level shown</source>
        <translation>显示的级别</translation>
    </message>
    <message>
        <source>Shows this level&apos;s types. What you set holds for every ticked level.</source>
        <translation>显示此级别的类型。您的设定适用于所有勾选的级别。</translation>
    </message>
    <message>
        <source>Change type…</source>
        <translation>更改类型…</translation>
    </message>
    <message>
        <source>Back to the level&apos;s type</source>
        <translation>恢复级别的类型</translation>
    </message>
    <message>
        <source>Tick a level to see its tensors.</source>
        <translation>勾选级别即可查看其张量。</translation>
    </message>
    <message>
        <source>%1, %2 bits per weight</source>
        <translation>%1，每权重 %2 位</translation>
    </message>
    <message>
        <source>Choose tensors in the table.</source>
        <translation>请在表中选择张量。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) chosen</source>
        <translation>
            <numerusform>已选 %n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back %n override(s)</source>
        <translation>
            <numerusform>撤销 %n 处例外</numerusform>
        </translation>
    </message>
    <message>
        <source>%1	%2 bits</source>
        <translation>%1	%2 位</translation>
    </message>
    <message>
        <source>%1	rows of %2 are no multiple of %3</source>
        <translation>%1	行长 %2 不是 %3 的倍数</translation>
    </message>
</context>
<context>
    <name>snug::ui::OverrideTableModel</name>
    <message>
        <source>%1, set by you</source>
        <translation>%1，由您设定</translation>
    </message>
    <message>
        <source>%1 The level&apos;s own choice is %2.</source>
        <translation>%1 级别自身的选择是 %2。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>From</source>
        <translation>原类型</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>not %1</source>
        <comment>a type that was replaced</comment>
        <translation>原为 %1</translation>
    </message>
</context>
<context>
    <name>snug::ui::Planning</name>
    <message>
        <source>Allow other types</source>
        <translation>允许其他类型</translation>
    </message>
    <message>
        <source>Requantize anyway</source>
        <translation>仍然重新量化</translation>
    </message>
    <message>
        <source>Set the usual options</source>
        <translation>恢复常用选项</translation>
    </message>
</context>
<context>
    <name>snug::ui::PredictedBar</name>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
</context>
<context>
    <name>snug::ui::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>snug::ui::QuantizePage</name>
    <message>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 / %2 heads</source>
        <translation>%1 / %2 个头</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>KV %1 per token</source>
        <translation>KV 每词元 %1</translation>
    </message>
    <message>
        <source>Reading the model&apos;s headers…</source>
        <translation>正在读取模型文件头…</translation>
    </message>
    <message>
        <source>Requantize anyway</source>
        <translation>仍然重新量化</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Memory limits</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Show the usual levels</source>
        <translation>只显示常用级别</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n level(s)</source>
        <translation>
            <numerusform>显示全部 %n 个级别</numerusform>
        </translation>
    </message>
    <message>
        <source>All figures are predictions.</source>
        <translation>所有数字均为预测。</translation>
    </message>
    <message>
        <source>Predicted from the model&apos;s headers for this machine. Nothing has been loaded.</source>
        <translation>根据模型文件头为本机预测，尚未加载任何内容。</translation>
    </message>
    <message>
        <source>Another job is running.</source>
        <translation>另一个任务正在运行。</translation>
    </message>
    <message>
        <source>Working out what it needs…</source>
        <translation>正在计算所需资源…</translation>
    </message>
    <message>
        <source>%1 cannot be made, the table says why.</source>
        <translation>无法制作 %1，原因见上表。</translation>
    </message>
    <message>
        <source>No level ticked</source>
        <translation>未勾选级别</translation>
    </message>
    <message>
        <source>Tick one or more levels above.</source>
        <translation>请在上方勾选一个或多个级别。</translation>
    </message>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n 个级别</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 to write</source>
        <translation>%1，将写入 %2</translation>
    </message>
    <message>
        <source>%1, the model is read once for all</source>
        <translation>%1，模型只读取一次</translation>
    </message>
    <message numerus="yes">
        <source>replaces %n file(s)</source>
        <translation>
            <numerusform>将替换 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>输出文件夹</translation>
    </message>
    <message>
        <source>Replace files?</source>
        <translation>替换文件？</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with this name exist already.</source>
        <translation>
            <numerusform>已有 %n 个同名文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Calibration: this importance matrix cannot be used.</source>
        <translation>校准：此重要性矩阵无法使用。</translation>
    </message>
    <message>
        <source>Layers: a choice cannot be used.</source>
        <translation>层：有一项设定无法使用。</translation>
    </message>
    <message>
        <source>Layers: an override cannot be used.</source>
        <translation>层：有一处例外无法使用。</translation>
    </message>
    <message>
        <source>Output: a header value cannot be used.</source>
        <translation>输出：有一个文件头值无法使用。</translation>
    </message>
    <message>
        <source>Output: the files cannot be split like this.</source>
        <translation>输出：文件无法这样拆分。</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Importance matrix</source>
        <translation>重要性矩阵</translation>
    </message>
    <message>
        <source>Importance matrices (*.gguf *.dat *.imatrix);;All files (*)</source>
        <translation>重要性矩阵 (*.gguf *.dat *.imatrix);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Options: a pattern of modules cannot be used.</source>
        <translation>选项：有一个模块模式无法使用。</translation>
    </message>
    <message>
        <source>Folders are made on the processor, whichever device is chosen.</source>
        <translation>无论选择哪个设备，文件夹都在处理器上生成。</translation>
    </message>
    <message numerus="yes">
        <source>replaces %n folder(s)</source>
        <translation>
            <numerusform>将替换 %n 个文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace folders?</source>
        <translation>替换文件夹？</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) with this name exist already.</source>
        <translation>
            <numerusform>已有 %n 个同名文件夹。</numerusform>
        </translation>
    </message>
    <message>
        <source>Make a GGUF file instead</source>
        <translation>改为生成 GGUF 文件</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>This method cannot be used with this model.</source>
        <translation>此方法不能用于此模型。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measures it on a text, on the Compare page (Ctrl+M)</source>
        <translation>在“比较”页面上用文本测量它 (Ctrl+M)</translation>
    </message>
    <message>
        <source>An importance matrix is being made.</source>
        <translation>正在制作重要性矩阵。</translation>
    </message>
</context>
<context>
    <name>snug::ui::ResultPage</name>
    <message>
        <source>Source</source>
        <translation>源模型</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>larger</source>
        <translation>增大</translation>
    </message>
    <message>
        <source>%1 is now %2</source>
        <translation>%1 变为 %2</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>每权重位数</translation>
    </message>
    <message>
        <source>source %1</source>
        <translation>源模型 %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message numerus="yes">
        <source>for %n level(s) together</source>
        <translation>
            <numerusform>%n 个级别合计</numerusform>
        </translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>分:秒</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>of the weights, measured</source>
        <translation>权重误差，实测</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>tokens in %1, predicted</source>
        <translation>词元，%1，预测</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>%1, %2 smaller, %3 bits per weight</source>
        <translation>%1，缩小 %2，每权重 %3 位</translation>
    </message>
    <message>
        <source>%1, %2 larger, %3 bits per weight</source>
        <translation>%1，增大 %2，每权重 %3 位</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more file(s)</source>
        <translation>
            <numerusform>%1 及另外 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>of %1 tokens</source>
        <translation>共 %1 个词元</translation>
    </message>
    <message>
        <source>Same first choice</source>
        <translation>首选相同</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL 散度</translation>
    </message>
    <message>
        <source>mean, 99 % below %1</source>
        <translation>均值，99% 低于 %1</translation>
    </message>
    <message>
        <source>%1, perplexity %2</source>
        <translation>%1，困惑度 %2</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>%1 on source %2</source>
        <translation>%1（源 %2）</translation>
    </message>
    <message>
        <source>%1, perplexity changed by %2, KL %3</source>
        <translation>%1，困惑度变化 %2，KL %3</translation>
    </message>
</context>
<context>
    <name>snug::ui::RunHeader</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Pause or resume (Ctrl+P)</source>
        <translation>暂停或继续（Ctrl+P）</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余%1</translation>
    </message>
    <message>
        <source>Reading headers…</source>
        <translation>正在读取文件头…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1，共约 %2</translation>
    </message>
    <message>
        <source>Nothing is computed while paused; memory in use is kept.</source>
        <translation>暂停期间不计算，已用内存保留。</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>第 %1 层，共 %2 层</translation>
    </message>
    <message>
        <source>%1 weights/s</source>
        <translation>%1 权重/秒</translation>
    </message>
</context>
<context>
    <name>snug::ui::RunPage</name>
    <message>
        <source>Nothing is running</source>
        <translation>没有任务在运行</translation>
    </message>
    <message>
        <source>Pick a model, tick one or more levels and press Quantize. Progress and memory show here.</source>
        <translation>选择模型，勾选一个或多个级别，然后按“量化”。进度和内存将显示在这里。</translation>
    </message>
    <message>
        <source>Go to Quantize</source>
        <translation>前往“量化”</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Change settings</source>
        <translation>更改设置</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Cancelled after %1. The partial files are deleted.</source>
        <translation>%1 后取消。未完成的文件已删除。</translation>
    </message>
    <message>
        <source>Stopped after %1, before the first tensor.</source>
        <translation>%1 后停止，尚未处理任何张量。</translation>
    </message>
    <message>
        <source>Stopped after %1, %2 of %3 tensors finished. The partial files are deleted.</source>
        <translation>%1 后停止，已完成 %2 / %3 个张量。未完成的文件已删除。</translation>
    </message>
    <message>
        <source>Cancel this job?</source>
        <translation>取消此任务？</translation>
    </message>
    <message>
        <source>What was done so far is thrown away and the partial files are deleted.</source>
        <translation>已完成的部分将被丢弃，未完成的文件将被删除。</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>取消任务</translation>
    </message>
    <message>
        <source>Keep going</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Kind of failure</source>
        <translation>错误类型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Byte offset</source>
        <translation>字节偏移</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Last finished</source>
        <translation>最后完成</translation>
    </message>
    <message>
        <source>Held by Snug at most</source>
        <translation>Snug 最多占用</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Held by other programs</source>
        <translation>其他程序占用</translation>
    </message>
    <message>
        <source>RAM of this machine</source>
        <translation>本机内存</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>snug::ui::ScatterChart</name>
    <message>
        <source>Size against loss</source>
        <translation>大小与损失</translation>
    </message>
    <message>
        <source>%1: %2 (%3), KL divergence %4</source>
        <translation>%1：%2（%3），KL 散度 %4</translation>
    </message>
</context>
<context>
    <name>snug::ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>snug::ui::Stepper</name>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>in work</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>未开始</translation>
    </message>
</context>
<context>
    <name>snug::ui::TensorCard</name>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>snug::ui::TensorTableModel</name>
    <message>
        <source>&lt;%1 s</source>
        <comment>seconds</comment>
        <translation>&lt;%1 秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>working</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>From</source>
        <translation>原类型</translation>
    </message>
    <message>
        <source>To</source>
        <translation>新类型</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
</context>
</TS>
