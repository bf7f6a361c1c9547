"""How a report looks: light or dark as the reader's system wants it, and down to 390 pixels."""

from typing import Final

STYLE: Final = """
:root{--paper:#fbfaf7;--card:#fff;--ink:#1d2321;--dim:#5d6663;--line:#d9d7cf;--bad:#a32020;--odd:#8a5a00;--good:#1f6b3a;
--badbg:#fdeeec;--oddbg:#fdf5e2;--goodbg:#ecf6ee;--dot:#215d7c;--dot2:#b3541e;--band:#e4efe4;--link:#1d5876}
@media (prefers-color-scheme:dark){:root{--paper:#141817;--card:#1c2221;--ink:#e9ece8;--dim:#a3aca8;--line:#38403d;--bad:#ff9c90;
--odd:#f0c36a;--good:#8fd6a3;--badbg:#35201e;--oddbg:#33291a;--goodbg:#1c2d22;--dot:#7cc0e3;--dot2:#f0a36c;--band:#25342b;--link:#8cc8ea}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:980px;margin:0 auto;padding:20px 16px 60px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px}
h2{font-size:1.2rem;margin:0 0 8px}
h3{font-size:1rem;margin:18px 0 4px}
p{margin:6px 0}
.about{color:var(--dim)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:16px 0}
.verdict{border-width:2px}
.verdict.bad{border-color:var(--bad);background:var(--badbg)}
.verdict.odd{border-color:var(--odd);background:var(--oddbg)}
.verdict.good{border-color:var(--good);background:var(--goodbg)}
ol{margin:8px 0;padding:0;list-style:none}
li{display:grid;grid-template-columns:4.6em minmax(0,1fr) auto;gap:0 10px;align-items:baseline;padding:4px 0;
border-top:1px solid var(--line)}
#changes li{grid-template-columns:minmax(0,1fr) auto}
li:first-child{border:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:10px;margin:16px 0}
.tiles div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 12px}
.tiles b{display:block;font-size:1.35rem;line-height:1.25;font-variant-numeric:tabular-nums}
.tiles small{display:block;color:var(--dim);font-size:.8rem;line-height:1.35}
li>b:first-child{font-size:.78rem;text-transform:uppercase;letter-spacing:.04em;border:1px solid;border-radius:4px;padding:0 5px;
text-align:center}
li.bad>b:first-child{color:var(--bad)}
li.odd>b:first-child{color:var(--odd)}
a{color:var(--link)}
.figure{white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:600}
.key0,.key1{color:var(--card);background:var(--dot);border-radius:4px;padding:0 7px}
.key1{background:var(--dot2)}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;font-weight:400;padding:5px 8px 5px 0;border-top:1px solid var(--line);vertical-align:top}
thead th{border:0}
tr:first-child>*{border-top:0}
td{font-variant-numeric:tabular-nums}
.row{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,300px) 13.5em;gap:0 14px;align-items:center;padding:4px 0;
border-top:1px solid var(--line)}
.row.head{border:0;padding:0}
.name{overflow-wrap:anywhere;line-height:1.3}
.name small{display:block;color:var(--dim);font-size:.8rem}
.mark{color:var(--bad);font-size:.8rem;white-space:nowrap}
.words{font-variant-numeric:tabular-nums;font-size:.88rem;text-align:right}
.words span{display:block}
svg{display:block;width:100%;height:auto}
.axis text{font-size:10.5px;fill:var(--dim)}
.band{fill:var(--band)}
.fair{stroke:var(--dim);stroke-width:1}
.dots g line{stroke:var(--dot);stroke-width:2}
.dots g circle,.dots g rect{fill:var(--dot)}
.dots g.side1 line{stroke:var(--dot2)}
.dots g.side1 rect{fill:var(--dot2)}
.dots g.out line{stroke:var(--bad)}
.dots g.out circle{fill:var(--bad)}
.few,#method p{color:var(--dim);font-size:.9rem;overflow-wrap:anywhere}
details summary{cursor:pointer;padding:4px 0}
code{overflow-wrap:anywhere;font-size:.85rem}
@media (max-width:720px){
.row{grid-template-columns:minmax(0,1fr);gap:2px;padding:7px 0}
.row.head span{display:none}
.words{text-align:left;order:1}
.dots{order:2}
.of1 td{white-space:nowrap}
.of2{font-size:.85rem}
section{padding:13px 12px}
li{grid-template-columns:4.2em minmax(0,1fr)}
#changes li{grid-template-columns:minmax(0,1fr)}
.figure{grid-column:2;font-size:.88rem}
#changes .figure{grid-column:1}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
}
@media print{section{break-inside:avoid}}
"""
