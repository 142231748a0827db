/**
 * The prototype can style the host, so these rules are important: shadow styles win among important rules.
 * Colors are those of the app's theme; `data-dark` is set over a dark prototype.
 */
export const STYLES = `
:host{all:initial!important;direction:ltr!important;position:fixed!important;inset:0!important;display:block!important;
overflow:clip!important;pointer-events:none!important;z-index:2147483647!important}
:host::backdrop{display:none!important}
*{box-sizing:border-box;forced-color-adjust:none}
.layer{--pin:#c2410c;--find:#6d28d9;--done:#15803d;--on:#fff;--paper:#faf9f7;--ink:#17191c;--ring:#f59e0b;
font:600 11px/1 system-ui,sans-serif;color:var(--on)}
.layer[data-dark]{--pin:#fb923c;--find:#c4b5fd;--done:#4ade80;--on:#17191c;--paper:#17191c;--ink:#ededeb;--ring:#fbbf24}
.layer>*{position:absolute;left:0;top:0}
.mark{--fill:var(--pin);display:grid;place-items:center;min-width:28px;height:28px;margin:-24px 0 0 -4px;
pointer-events:auto;cursor:pointer;user-select:none;-webkit-user-select:none;touch-action:manipulation}
.face{display:flex;align-items:center;justify-content:center;gap:3px;min-width:20px;height:20px;padding:0 5px;
border-radius:10px 10px 10px 3px;background:var(--fill);
box-shadow:0 0 0 1.5px var(--paper),0 1px 4px 1px #0006;animation:appear .14s ease-out}
.mark[data-resolved]{--fill:var(--done)}
.mark[data-finding]{--fill:var(--find)}
.mark[data-finding] .face{border-radius:4px}
.mark[data-resolved] .face::before{content:'';width:3px;height:6px;margin:-2px 1px 0;border:solid;border-width:0 1.5px 1.5px 0;
transform:rotate(45deg)}
.mark[data-doubtful] .face{background:var(--paper);color:var(--fill);outline:1.5px dashed;outline-offset:-1.5px}
.mark[data-many]{--fill:var(--ink)}
.mark[data-many] .face{border-radius:4px;color:var(--paper);box-shadow:0 0 0 1.5px var(--paper),3px -3px 0 0 var(--fill),
3px -3px 0 1.5px var(--paper),0 1px 4px 1px #0006}
.mark[data-current]{z-index:1}
.mark[data-current] .face{box-shadow:0 0 0 2px var(--paper),0 0 0 4.5px var(--ring),0 2px 8px 3px #0006}
.mark[data-agent]::after{content:'';position:absolute;top:-1px;right:-3px;width:14px;height:11px;border:1.5px solid var(--paper);
border-radius:5px;background:radial-gradient(circle at 30%,var(--paper) 1px,#0000 1.5px),
radial-gradient(circle at 70%,var(--paper) 1px,#0000 1.5px),var(--ink)}
.mark:hover .face{filter:brightness(1.1)}
.box{border:2px solid var(--pin);border-radius:3px;
box-shadow:0 0 0 1px var(--paper),inset 0 0 0 1px var(--paper);background:color-mix(in srgb,var(--pin) 10%,transparent)}
.box.found{animation:beat 1s ease-in-out 2}
.box.doubtful{border-style:dashed}
.name{max-width:min(400px,100% - 8px);padding:5px 8px;border-radius:6px;
background:var(--ink);color:var(--paper);font-weight:500;font-size:12px;line-height:14px;overflow-wrap:anywhere;
box-shadow:0 1px 6px #0005}
.status{opacity:0}
@keyframes appear{from{transform:scale(.4);opacity:0}}
@keyframes beat{50%{background:color-mix(in srgb,var(--pin) 28%,transparent)}}
@media (prefers-reduced-motion:reduce){.face,.box{animation:none!important}}
@media print{:host{display:none!important}}
`;
