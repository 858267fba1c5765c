import { expect, it } from 'vitest'
import { factsText, rowsText } from './facts-text.ts'

function panelOf({ title = 'Connect', above = '', row = 'Harbour', below = '12', answer = '' }) {
  const panel = document.createElement('div')
  panel.innerHTML = `<header><h1>${title}</h1></header>
    <div><p>${above}</p><div id="rows"><button>${row}</button><b data-gate-answer>${answer}</b></div><p>${below}</p></div>
    <div><footer>Next</footer></div>`
  const rows = panel.querySelector('#rows') ?? panel
  return { whole: factsText(panel), ofRows: rowsText(panel, rows) }
}
const before = panelOf({})

it.each([
  ['title', { title: 'Sign' }, true, true],
  ['text above the rows', { above: 'Restoring' }, true, true],
  ['row', { row: 'Lantern' }, true, true],
  ['text below the rows', { below: '600' }, true, false],
  ['answer to an early press', { answer: 'Not ready yet' }, false, false],
])('R9 › other %s › other facts of the panel, of the rows', (_, change, isPanelOther, isRowsOther) => {
  const after = panelOf(change)
  expect([after.whole !== before.whole, after.ofRows !== before.ofRows]).toEqual([isPanelOther, isRowsOther])
})
