/** The page's looks: calm in light and dark, on narrow and wide screens, and on paper. */
export const style = `
:root{color-scheme:light dark;--bg:#faf9f6;--surface:#fff;--ink:#23262b;--muted:#5a606a;--line:#e4e1da;--link:#23588f;
--pass:#2b7349;--fail:#ad322a;--warn:#825c08;--untestable:#565a94;--open:#666c75;--pass-soft:#e3f0e7;--fail-soft:#f8e4e1;--warn-soft:#f6ecd4;--code:#f3f1ec}
@media screen and (prefers-color-scheme:dark){:root{--bg:#16181b;--surface:#1d2024;--ink:#e4e2dd;--muted:#a5aab2;--line:#31353b;--link:#8ab8ea;
--pass:#74c998;--fail:#f18e84;--warn:#dfb760;--untestable:#afb3ea;--open:#9ba1a9;--pass-soft:#1e3327;--fail-soft:#3c2321;--warn-soft:#372d17;--code:#25282d}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem 1rem;z-index:9}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
body>header,main,body>footer{max-width:72rem;margin:0 auto;padding:0 1.25rem}
body>header{padding-top:3rem}
.kicker{color:var(--muted);margin:0}
h1{font-size:clamp(1.7rem,4.5vw,2.7rem);line-height:1.15;letter-spacing:-.02em;margin:.2rem 0 .6rem;font-weight:650}
h1 .verdict{display:block}
h2{font-size:1.35rem;letter-spacing:-.01em;margin:3.2rem 0 .4rem;font-weight:640}
h3{font-size:1rem;margin:1.8rem 0 .4rem;display:flex;gap:.6rem;align-items:baseline;font-weight:640}
h3 small,.count{color:var(--muted);font-weight:400;font-size:.85rem}
.lead{color:var(--muted);margin:.1rem 0 1rem;max-width:46rem}
.c-pass{color:var(--pass)}.c-fail{color:var(--fail)}.c-warn,.c-inconclusive{color:var(--warn)}.c-untestable{color:var(--untestable)}.c-not-applicable{color:var(--open)}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;margin:0 0 1.4rem;padding:0;color:var(--muted);font-size:.92rem}
.facts div{display:flex;gap:.4rem}.facts dt::after{content:":"}.facts dd{margin:0;color:var(--ink);overflow-wrap:anywhere}
.notice{border-left:3px solid var(--warn);background:var(--warn-soft);padding:.6rem .9rem;border-radius:0 6px 6px 0;margin:0 0 1.2rem}
.bar{display:flex;height:.7rem;border-radius:.35rem;overflow:hidden;gap:2px;margin:0 0 .7rem}
.bar span{background:currentColor;min-width:3px}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;margin:0;padding:0;list-style:none;font-size:.92rem}
.failed{margin:1rem 0 0;font-size:.92rem}.failed a{margin-right:.7rem;white-space:nowrap}
.legend b{font-weight:640}
nav{position:sticky;top:0;background:var(--bg);border-bottom:1px solid var(--line);margin-top:1.6rem;z-index:2}
nav ul{max-width:72rem;margin:0 auto;padding:.55rem 1.25rem;display:flex;gap:1.3rem;list-style:none;overflow-x:auto;white-space:nowrap;font-size:.92rem}
nav a{text-decoration:none;padding:.15rem 0}nav a:hover{text-decoration:underline}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.5rem,1fr));gap:.5rem 1.6rem;margin:.4rem 0 1.6rem}
.grid div{font-size:.82rem;color:var(--muted)}
.cells{display:flex;flex-wrap:wrap;gap:3px;margin-top:2px}
.cells i{width:11px;height:11px;border-radius:3px;background:currentColor;cursor:pointer}
.cells .c-not-applicable,.cells .c-untestable{background:none;box-shadow:inset 0 0 0 1.5px currentColor}
.filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem;margin:0 0 .4rem;font-size:.92rem}
.filters fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem .9rem}
.filters label{display:inline-flex;gap:.35rem;align-items:center}
input[type=search],select{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--muted);border-radius:7px;padding:.3rem .6rem}
input[type=search]{min-width:15rem;flex:1}
input[type=checkbox]{accent-color:var(--link);width:1rem;height:1rem}
details.r{background:var(--surface);border:1px solid var(--line);border-bottom-width:0}
details.r:first-of-type{border-top-left-radius:10px;border-top-right-radius:10px}details.r:last-of-type{border-bottom-width:1px;border-bottom-left-radius:10px;border-bottom-right-radius:10px}
.one details.r{border-radius:10px;border-bottom-width:1px}
details.r:target{box-shadow:0 0 0 2px var(--link);position:relative}
.r>summary{display:grid;grid-template-columns:1.4rem 5.2rem 1fr auto;gap:.5rem;padding:.5rem .9rem;cursor:pointer;list-style:none;align-items:baseline}
.r>summary::-webkit-details-marker{display:none}
.r>summary:hover{background:var(--code)}
.r>summary>code{font-size:.86rem;color:var(--muted);background:none;padding:0}
.r.f>summary span{font-weight:560}
.r em{font-style:normal;font-size:.8rem;color:var(--muted)}
.r>div{padding:.2rem 1rem 1rem 2.8rem;border-top:1px solid var(--line)}
.mark{font-weight:700;text-align:center}
.sources{color:var(--muted);font-size:.88rem;margin:.5rem 0;padding-left:1.1rem}
.seen{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.7rem 0}
.seen dt{color:var(--muted)}.seen dd{margin:0;overflow-wrap:anywhere}
.place+.place{border-top:1px dashed var(--line);margin-top:.8rem;padding-top:.3rem}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.84rem}
code{background:var(--code);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);padding:.7rem .9rem;border-radius:8px;overflow:auto;max-height:24rem;margin:.4rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.8rem}
.two h4,.place h4{margin:.5rem 0 0;font-size:.86rem;color:var(--muted);font-weight:560}
.curl{position:relative}.curl button{position:absolute;top:.4rem;right:.4rem;font:inherit;font-size:.78rem;border:1px solid var(--muted);background:var(--surface);color:var(--ink);border-radius:6px;padding:.1rem .55rem;cursor:pointer}
.figure{overflow-x:auto;position:relative;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1rem;margin:.6rem 0}
.figure svg{display:block;min-width:46rem;width:100%;height:auto}
.figure.wide svg{min-width:62rem}
svg text{font:13px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;fill:var(--ink)}svg .dim{fill:var(--muted);font-size:11.5px}svg .name{font-weight:640;font-size:15px}
svg a{text-decoration:none}svg a:hover text{text-decoration:underline}
.card{fill:var(--bg);stroke:var(--line)}
.taken{--c:var(--pass)}.untaken{--c:var(--open)}.violated{--c:var(--fail)}
.dot{fill:var(--c);stroke:var(--c);stroke-width:1.6}.untaken .dot{fill:none}.isopen .dot{fill:none;stroke-dasharray:2.6 1.9}.cross{stroke:var(--c);stroke-width:2.4;fill:none;stroke-linecap:round}
svg .violated text{fill:var(--fail);font-weight:640}svg .untaken text{fill:var(--muted)}
.edge{fill:none;stroke:var(--c);stroke-width:2}.untaken.edge-of{stroke-dasharray:5 4}.tip{fill:var(--c)}
.load{fill:var(--link);opacity:.28}.over{fill:var(--warn);opacity:.6}.limit{stroke:var(--fail);stroke-dasharray:6 4;stroke-width:1.4}.axis{stroke:var(--line)}.refused{stroke:var(--fail);stroke-width:2}
.mends{padding-left:1.6rem}.mends>li{margin:1.4rem 0;padding-left:.4rem}.mends>li::marker{font-weight:640;color:var(--muted)}.mends h3{display:block;margin:0}
.times{max-width:46rem}.times td:nth-child(2){text-align:right;font-variant-numeric:tabular-nums}.times td:last-child{width:45%}.times i{display:block;height:.7rem;border-radius:3px;background:var(--link);opacity:.45;margin-top:.4rem;min-width:2px}
.scroll{overflow-x:auto;position:relative}
table{border-collapse:collapse;width:100%;font-size:.9rem;background:var(--surface)}
th,td{text-align:left;padding:.4rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
thead th{color:var(--muted);font-weight:560;font-size:.84rem}tbody th{font-weight:500}
.chips{display:flex;flex-wrap:wrap;gap:.25rem .35rem}
.chip{border:1px solid var(--line);border-radius:5px;padding:0 .4rem;font-size:.82rem;white-space:nowrap}
.chip.on{background:var(--pass-soft);border-color:var(--pass)}.chip.odd{background:var(--warn-soft);border-color:var(--warn)}.chip.off{color:var(--muted);border-style:dashed;border-color:var(--muted)}
.cover th:first-child{width:32%}.cover td:nth-child(3){width:32%}.method{overflow-wrap:anywhere;color:var(--muted);font-size:.82rem}
body>footer{padding:3rem 1.25rem;color:var(--muted);font-size:.88rem}
[hidden]{display:none!important}
@media(max-width:40rem){.r>summary{grid-template-columns:1.2rem 1fr auto}.r>summary em{grid-row:1;grid-column:3}.r>summary span.t{grid-column:1/-1}.r>div{padding-left:1rem}body>header{padding-top:1.6rem}input[type=search]{min-width:0;width:100%}}
@media print{nav,.filters,.skip,.curl button,.grid,#shown{display:none}.bar span,.dot{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{background:#fff;font-size:10.5pt}html{color-scheme:light}h2{break-after:avoid}details.r:not([open]),tr,.mends h3{break-inside:avoid}.figure{overflow:visible;border:0;padding:0}.figure svg,.figure.wide svg{min-width:0}pre{max-height:none}}
`;
