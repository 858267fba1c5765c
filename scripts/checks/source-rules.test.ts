import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../project-files.ts'
import { allowedNumberConversions } from './allowed-number-conversions.ts'
import { ruleFolders, sourceProblems } from './source-rules.ts'

describe('source rules', () => {
  it.each([
    ['shared/channel/link.ts', "import { windowEndpoint } from 'comlink'", 1],
    ['shared/channel/link.ts', 'const x = y as unknown as Z', 1],
    ['shared/channel/link.ts', 'function f(x: any) {}', 1],
    ['shared/channel/link.ts', '// any peer may say this', 0],
    ['shared/channel/link.ts', "parent.postMessage(hello, '*')", 1],
    ['shared/channel/handshake/handshake-widget.ts', "parent.postMessage(hello, '*')", 0],
    ['widget-app/src/bridge/serve-host.ts', 'parent.postMessage(hello, origin)', 0],
    ['shared/amount/parse-amount.ts', 'return Number(text)', 1],
    ['shared/amount/parse-amount.ts', 'new Intl.NumberFormat(locale)', 0],
    ['shared/amount/parse-amount.test.ts', 'expect(Number(text))', 0],
    ['widget-app/src/features/send/amount.ts', 'parseFloat(text)', 1],
    ['widget-app/src/features/send/amount.ts', 'Math.round(amount * 100)', 1],
    ['widget-app/src/features/account/portfolio.ts', 'sum + Number(price)', 1],
    ['widget-app/src/features/account/views/token-row.tsx', 'value.toFixed(2)', 1],
    ['widget-app/src/features/swap/atoms/quote.ts', 'parseFloat(minimum)', 1],
    ['widget-app/src/domain/balances/prices.ts', 'Number(price)', 1],
    ['widget-app/src/domain/balances/balances.ts', 'Number(entry.quantity.numeric)', 1],
    ['widget-app/src/domain/balances/balances.ts', 'Number(entry.quantity.decimals)', 0],
    ['widget-app/src/domain/transactions/history.ts', 'Number(entry.quantity.decimals)', 1],
    ['widget-app/src/features/onramp/atoms/quote.ts', 'Number(quote.total)', 1],
    ['widget-app/src/chains/polkadot/transactions/send.ts', 'free.toNumber()', 1],
    ['widget-app/src/domain/transactions/transaction-entry.ts', 'const sent = +amount', 1],
    ['widget-app/src/domain/transactions/transaction-entry.ts', 'sum(+quote.price, 1)', 1],
    ['widget-app/src/domain/transactions/transaction-entry.ts', 'const sum = left + amount', 0],
    ['shared/api/convert.ts', 'Number.parseFloat(text)', 1],
    ['widget-app/src/ui/new.tsx', 'parseInt(text, 10)', 1],
    ['widget-app/src/features/send/fixtures.tsx', 'Number(one)', 0],
    ['e2e/stack/api/convert.ts', 'Number(amount)', 0],
    ['widget-app/src/features/swap/atoms/texts.ts', 'numberLocale(tag, wish)', 1],
    ['widget-app/src/features/swap/atoms/texts.ts', 'new Intl.NumberFormat().format(1)', 1],
    ['widget-app/src/features/swap/atoms/texts.ts', 'new Intl.DateTimeFormat(undefined, { month })', 1],
    ['widget-app/src/features/swap/atoms/texts.ts', 'value.toLocaleString()', 1],
    ['widget-app/src/features/swap/atoms/texts.ts', 'get(hostConfigAtom).locale', 1],
    ['widget-app/src/features/swap/atoms/texts.ts', 'new Intl.NumberFormat(locale).format(1)', 0],
    ['widget-app/src/core/locale.ts', 'numberLocale(tag, get(hostConfigAtom).locale)', 0],
    ['widget-app/src/features/swap/views/swap-view.tsx', "{t('common.tryAgain')}", 1],
    ['widget-app/src/ui/buttons/retry-button.tsx', "{waitText ?? t('common.tryAgain')}", 0],
    ['server/src/core/new.ts', 'if (URL.canParse(text)) return', 1],
    ['shared/api/new.ts', 'URL.canParse(text)', 1],
    ['widget-app/src/features/onramp/new.ts', 'URL.canParse(text)', 0],
  ])('%s › with %s › %i problems', (path, text, count) => {
    expect(sourceProblems(path, text)).toHaveLength(count)
  })

  it('folders of the rules › exist', () => {
    expect(ruleFolders.filter((folder) => !existsSync(`${root}/${folder}`))).toEqual([])
  })

  it.each(
    allowedNumberConversions.map(
      (conversion) => [`${conversion.path}: ${conversion.why}`, conversion] as const,
    ),
  )('allowed number conversion › still at its place › %s', (_, { path, line }) => {
    expect(readFileSync(`${root}/${path}`, 'utf8')).toContain(line)
  })
})
