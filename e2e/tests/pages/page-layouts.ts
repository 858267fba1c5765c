/** One layout of a host page, and its scroll position when the modal opens. */
export type PageLayout = {
  readonly name: string
  /** CSS rules of the page. */
  readonly css: string
  /** Attributes of the root element. */
  readonly root?: Readonly<Record<string, string>>
  /** Number of text lines; by default more than fit the window. */
  readonly lines?: number
  /** CSS pixels. */
  readonly scroll?: { readonly x?: number; readonly y?: number }
  /** Selector of the element that scrolls, if it is not the window. */
  readonly scroller?: string
}

const sticky = '#bar{position:sticky;top:0}'
const fixed = '#bar{position:fixed;inset:0 0 auto 0} #chat{position:fixed;right:16px;bottom:16px}'
const bodyScrolls = 'html{height:100%;overflow:hidden} body{height:100%;margin:0;overflow:auto}'

/** Layouts of real sites. No element may move by a pixel when the modal opens, is scrolled over, and closes. */
export const pageLayouts: readonly PageLayout[] = [
  { name: 'a long page, scrolled', css: '', scroll: { y: 700 } },
  { name: 'a short page', css: '', lines: 3 },
  { name: 'a sticky header', css: sticky, scroll: { y: 700 } },
  { name: 'fixed elements', css: fixed, scroll: { y: 700 } },
  {
    name: 'fixed elements at the logical end',
    css: '#chat{position:fixed;inset-inline-end:0;inset-block-end:0}',
  },
  { name: 'right to left', css: fixed, root: { dir: 'rtl' }, scroll: { y: 300 } },
  { name: 'right to left, sticky', css: sticky, root: { dir: 'rtl' }, scroll: { y: 300 } },
  { name: 'a stable gutter', css: `html{scrollbar-gutter:stable} ${fixed}`, scroll: { y: 300 } },
  { name: 'a stable gutter on a short page', css: `html{scrollbar-gutter:stable} ${fixed}`, lines: 3 },
  {
    name: 'stable gutters on both edges',
    css: `html{scrollbar-gutter:stable both-edges} ${fixed}`,
    scroll: { y: 300 },
  },
  { name: 'a scrollbar on a short page', css: `html{overflow-y:scroll} ${fixed}`, lines: 3 },
  { name: 'overflow-x of the body', css: `body{overflow-x:hidden} ${sticky}`, scroll: { y: 700 } },
  { name: 'overflow-x of root and body', css: `html,body{overflow-x:hidden} ${fixed}`, scroll: { y: 700 } },
  { name: 'overflow-x clip', css: `html,body{overflow-x:clip} ${sticky}`, scroll: { y: 700 } },
  {
    name: 'overflow of the root set as important',
    css: `html{overflow-y:scroll!important} ${fixed}`,
    scroll: { y: 700 },
  },
  {
    name: 'overflow of the body set as important',
    css: `body{overflow:auto!important} ${sticky}`,
    scroll: { y: 700 },
  },
  { name: 'a body that scrolls', css: `${bodyScrolls} ${sticky}`, scroller: 'body', scroll: { y: 700 } },
  {
    name: 'an element that scrolls',
    css: `${bodyScrolls} body{overflow:hidden} main{height:100%;overflow:auto} ${sticky}`,
    scroller: 'main',
    scroll: { y: 700 },
  },
  {
    name: 'a body of the height of the window',
    css: `html,body{height:100%;margin:0} ${fixed}`,
    scroll: { y: 700 },
  },
  {
    name: 'margins that collapse through the body',
    css: 'body{overflow-x:hidden;margin:0} main{margin-top:40px}',
    scroll: { y: 300 },
  },
  { name: 'content in the middle', css: 'main{max-width:600px;margin:0 auto}', scroll: { y: 300 } },
  {
    name: 'full bleed by 100vw',
    css: `#wide{width:100vw;margin-inline:calc(50% - 50vw)} body{overflow-x:hidden} ${fixed}`,
    scroll: { y: 100 },
  },
  {
    name: 'wider than the window',
    css: '#wide{width:2000px} #chat{position:fixed;right:0;bottom:0}',
    scroll: { x: 200, y: 300 },
  },
  { name: 'heights of the window', css: '#wide{height:100dvh} #chat{position:fixed;top:calc(100vh - 60px)}' },
  { name: 'a zoomed root', css: `html{zoom:1.25} ${fixed}`, scroll: { y: 300 } },
  { name: 'a zoomed root of a short page', css: `html{zoom:1.25} ${fixed}`, lines: 3 },
  { name: 'a zoomed body', css: `body{zoom:1.5} ${fixed}`, scroll: { y: 300 } },
  { name: 'a transformed body', css: `body{transform:translateX(0)} ${fixed}`, scroll: { y: 300 } },
  {
    name: 'a body that is a container',
    css: `body{container-type:inline-size} ${sticky}`,
    scroll: { y: 300 },
  },
  { name: 'a contained body', css: `body{contain:layout} ${sticky}`, scroll: { y: 300 } },
  {
    name: 'scroll snap',
    css: 'html{scroll-snap-type:y mandatory} #wide{scroll-snap-align:start}',
    scroll: { y: 300 },
  },
  { name: 'smooth scrolling', css: `html{scroll-behavior:smooth} ${sticky}`, scroll: { y: 700 } },
  {
    name: 'a scrollbar of the page’s own',
    css: `::-webkit-scrollbar{width:8px;background:#ddd} ::-webkit-scrollbar-thumb{background:#888} ${fixed}`,
    scroll: { y: 300 },
  },
  { name: 'a thin scrollbar', css: `html{scrollbar-width:thin} ${fixed}`, scroll: { y: 300 } },
  { name: 'a hidden scrollbar', css: `html{scrollbar-width:none} ${fixed}`, scroll: { y: 300 } },
  {
    name: 'a flex body',
    css: `body{display:flex;flex-direction:column;min-height:100vh;margin:0} ${sticky}`,
    scroll: { y: 300 },
  },
  {
    name: 'a grid body',
    css: 'body{display:grid;grid-template-columns:1fr 300px;gap:10px}',
    scroll: { y: 300 },
  },
  {
    name: 'a grid root',
    css: `html{display:grid;grid-template-rows:auto 1fr;gap:20px} ${fixed}`,
    scroll: { y: 300 },
  },
  {
    name: 'a flex root',
    css: `html{display:flex;min-height:100%} body{flex:1} ${sticky}`,
    scroll: { y: 300 },
  },
  {
    name: 'a narrow root in the middle',
    css: `html{max-width:900px;margin:20px auto;padding:10px;border:5px solid} ${fixed}`,
    scroll: { y: 300 },
  },
  { name: 'a transformed root', css: `html{transform:translateX(0)} ${fixed}`, scroll: { y: 300 } },
  { name: 'a filtered root', css: `html{filter:invert(1) hue-rotate(180deg)} ${fixed}`, scroll: { y: 300 } },
  { name: 'a contained root', css: `html{contain:paint} ${fixed}`, scroll: { y: 300 } },
  {
    name: 'a root that is a container',
    css: `html{container-type:inline-size} ${sticky}`,
    scroll: { y: 300 },
  },
  { name: 'a root that clips', css: `html{overflow:clip} ${fixed}` },
  {
    name: 'a fixed body that scrolls',
    css: `body{position:fixed;inset:0;margin:0;overflow:auto} ${sticky}`,
    scroller: 'body',
    scroll: { y: 300 },
  },
  { name: 'vertical writing', css: `html{writing-mode:vertical-rl} ${fixed}`, scroll: { x: -300 } },
  {
    name: 'vertical writing that overflows both ways',
    css: `html{writing-mode:vertical-rl} #wide{height:2000px} ${fixed}`,
    scroll: { x: -100, y: 100 },
  },
  { name: 'columns', css: `html{columns:2} ${fixed}`, scroll: { y: 100 } },
]

/** CSS rules of a page that match the widget's elements. The frame still fills the window and is visible. */
export const pageResets: readonly PageLayout[] = [
  { name: 'iframes with a height of their own', css: 'iframe{height:auto!important}' },
  {
    name: 'responsive embeds',
    css: 'iframe,embed{max-width:100%!important;width:auto!important;aspect-ratio:16/9!important;height:auto!important}',
  },
  {
    name: 'frames that wait for a script',
    css: 'iframe{visibility:hidden!important;opacity:0!important;display:none!important}',
  },
  {
    name: 'dialogs of the page’s own',
    css: 'dialog{position:relative!important;inset:auto!important;width:300px!important;height:200px!important;padding:24px!important;border:2px solid!important;background:#fff!important;border-radius:24px!important;transform:scale(.5)!important}',
  },
  {
    name: 'dialogs that fade in',
    css: 'dialog{opacity:0!important;transition:opacity 9s!important} dialog[open]{animation:none!important}',
  },
  {
    name: 'a backdrop of the page’s own',
    css: 'dialog::backdrop{display:block!important;background:red!important}',
  },
  {
    name: 'everything slow',
    css: '*,*::before,*::after{transition:all 9s!important;animation-duration:9s!important}',
  },
  { name: 'everything reset', css: '*{all:unset!important}' },
  {
    name: 'everything reset in a layer',
    css: '@layer base{*{all:revert!important;display:block!important;position:static!important}}',
  },
  {
    name: 'everything hidden',
    css: 'body>*:not(main):not(button){display:none!important;visibility:hidden!important;pointer-events:none!important}',
  },
  {
    name: 'everything small',
    css: '*{max-width:200px!important;max-height:200px!important;box-sizing:border-box!important;margin:4px!important}',
  },
  {
    name: 'everything filtered',
    css: 'body *{filter:grayscale(1)!important;opacity:.5!important;mix-blend-mode:multiply!important;clip-path:inset(20%)!important}',
  },
  {
    name: 'children of the root hidden',
    css: 'html>:not(head,body){display:none!important;visibility:hidden!important;opacity:0!important}',
  },
  {
    name: 'a root that is hidden',
    css: 'html{visibility:hidden!important;opacity:.2;pointer-events:none!important}',
  },
  {
    name: 'a transformed and filtered root',
    css: 'html{transform:scale(.9)!important;filter:invert(1)!important;perspective:10px;will-change:transform}',
  },
  { name: 'a contained root of a small size', css: 'html{contain:strict;width:300px;height:200px}' },
  { name: 'a root whose contents are skipped', css: 'html{content-visibility:auto}' },
  {
    name: 'animations of dialogs',
    css: '@keyframes fade{from{opacity:0;transform:scale(0);visibility:hidden}} :modal,dialog[open],dialog[open]>*{animation:fade 90s!important}',
  },
  { name: 'a vertical root', css: 'html{writing-mode:vertical-rl;direction:rtl;text-orientation:upright}' },
  { name: 'a dark page', css: ':root{color-scheme:dark} *{color-scheme:dark!important}' },
]
