import { describe, expect, it } from 'vitest'
import { transactionHashText } from '#shared/api/wire-formats.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { sanitizeWallet } from '#widget/bridge/sanitize-wallet.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { sanitizeAsset, sanitizeNetwork } from '#widget/domain/networks/sanitize-asset.ts'
import { sanitizeFacts } from '#widget/domain/review/sanitize-facts.ts'
import { fromHistoryEntry } from '#widget/domain/transactions/history-record.ts'
import { toPreflightFailure } from '#widget/domain/transactions/operation-failure.ts'
import { fromCustomWallet, fromListEntry } from '#widget/domain/wallets/catalogue-wallet.ts'
import { exchangeFailureMessages } from '#widget/features/exchange/exchange-api.ts'
import { methodName, methodsLine } from '#widget/features/onramp/messages.ts'
import { providerName } from '#widget/features/onramp/provider.ts'
import { policiesOf } from '#widget/features/smart-sessions/atoms/permissions.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { truncatedLine, visibleLines } from '#widget/lib/text/bounded-text.ts'
import { sanitizeSentence, sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { alice, bob } from '#widget/testing/world.ts'

const chain = parseChainId('eip155:1')
const t = createStore().get(translateAtom)

/** Starts with an override, a zero-width space and a line break, and exceeds every limit. */
const hostile = `US\u202eDC\u200b\nx${'y'.repeat(5_000)}`
const short = 'US\u202eDC\u200b\nx'

const historyOf = (name: string) =>
  fromHistoryEntry(
    {
      id: 'a',
      metadata: {
        ...{
          chain,
          hash: '0x1',
          status: 'confirmed',
          operationType: 'send',
          minedAt: '2026-05-20T12:00:00Z',
        },
        ...{ sentFrom: alice, sentTo: bob, nonce: 1, application: undefined },
      },
      transfers: [{ direction: 'in', numeric: '1', name, iconUrl: undefined, isSpam: false }],
    },
    chain,
    alice,
  )?.movements[0]?.symbol
const policies = (type: string) =>
  policiesOf({
    ...{
      project: { id: 'p', name: 'p', url: undefined },
      pci: 'p',
      createdAt: 1,
      expiry: 2,
      permissions: [],
    },
    policies: [{ type: type.slice(0, 64), data: type.slice(0, 500) }],
  })
const custom = (name: string) => fromCustomWallet({ id: 'w', name })
const asset = (text: string) => sanitizeAsset({ chain, address: bob, symbol: text, name: text, decimals: 6 })
const network = (text: string) =>
  sanitizeNetwork({
    id: chain,
    name: text,
    nativeCurrency: { name: text, symbol: text, decimals: 18 },
    explorer: { name: text, url: 'https://explorer.example' },
  })
const wallet = (name: string) =>
  sanitizeWallet({ handle: '0'.repeat(32), namespace: 'eip155', source: 'eip6963', rdns: 'a.b', name })

/** Untrusted texts of a page, a wallet, a chain or a service that are displayed, by their source. */
const readers: readonly (readonly [place: string, read: (text: string) => unknown, most: number])[] = [
  ['name of an announced wallet', (text) => wallet(text)?.name, 128],
  ['name of a wallet of the host', (text) => custom(text).name, 128],
  ['name of a wallet of the list', (text) => fromListEntry({ id: 'w', name: text }, () => '').name, 128],
  ['symbol of a token', (text) => asset(text).symbol, 16],
  ['name of a token', (text) => asset(text).name, 64],
  ['name of a network', (text) => network(text).name, 64],
  ['name of its currency', (text) => network(text).nativeCurrency.name, 64],
  ['name of its explorer', (text) => network(text).explorer?.name, 64],
  ['symbol of a row of activity', historyOf, 16],
  ['name of a provider of an on-ramp', (name) => providerName({ id: 'p', name }), 64],
  ['way to pay', (id) => methodName(`xx${id}`, t), 64],
  ['error of a wallet', (text) => errorDetails(new Error(text)).text, 320],
  ['error before a send', (text) => JSON.stringify(toPreflightFailure(new Error(text))), 400],
  [
    'refusal of an exchange',
    (text) => exchangeFailureMessages(new WidgetError('exchange/refused', text)),
    280,
  ],
  [
    'policy of a session',
    (text) =>
      policies(text)
        .map((one) => `${one?.type}${one?.data}`)
        .join(),
    700,
  ],
  [
    'function of a session',
    (text) => {
      const one = {
        name: text,
        called: undefined,
        mostSent: undefined,
        isDelegated: false,
        isRepeated: false,
        isBound: false,
        conditions: [],
      }
      const clean = sanitizeFacts({ is: 'calls', contract: bob, functions: [one] })
      return clean.is === 'calls' ? clean.functions[0]?.name : ''
    },
    1_100,
  ],
  ['any name', (text) => sanitizeText(text, 40), 40],
  ['any sentence', (text) => sanitizeSentence(text, 40), 60],
  ['any line', (text) => truncatedLine(text, 40), 80],
]

const invisible = /[\p{C}\u2028\u2029]/u

describe('R13 › untrusted texts', () => {
  it.each(readers)(
    '%s › nothing invisible, one line, limited length, truncation is visible',
    (_, read, maxLength) => {
      const shown = String(read(hostile))
      expect(shown).not.toMatch(invisible)
      expect(shown.length).toBeLessThanOrEqual(maxLength)
      expect(shown).toContain('US')
      // Policies have a length limit where they are parsed, and are never truncated.
      if (!_.startsWith('policy')) expect(shown).toContain('…')
    },
  )

  it.each(readers)('%s › a short one is not truncated', (_, read) => {
    const shown = String(read(short))
    expect(shown).not.toMatch(invisible)
    expect(shown).not.toContain('…')
  })

  it.each(['name', 'sentence'] as const)('only invisible characters › an empty %s', (kind) => {
    const read = kind === 'name' ? sanitizeText : sanitizeSentence
    expect(read('\u200b'.repeat(5_000), 40)).toBe('')
    expect(read('\u3164\u2800\uffa0\u{e0101}', 40)).toBe('')
  })

  it('truncated sentence › shows how much is missing', () => {
    expect(sanitizeSentence('a'.repeat(50), 40)).toBe(`${'a'.repeat(40)}… (+10)`)
    expect(truncatedLine('a'.repeat(50), 40)).toBe(`${'a'.repeat(40)}… (+10)`)
  })

  it('many payment methods › the first ones, the rest counted', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `method_${at}`)
    expect(methodsLine('EUR', ids, 'en', t)).toBe('EUR · Method 0 · Method 1 · Method 2 · Method 3 · 5 more')
    expect(methodsLine('EUR', ids.slice(0, 5), 'en', t)).toBe(
      'EUR · Method 0 · Method 1 · Method 2 · Method 3 · Method 4',
    )
  })

  it('provider or payment method without a visible character › named by its id', () => {
    expect(providerName({ id: '\u200b', name: '\u202e' })).toBe('?')
    expect(methodName('\u200b', t)).toBe('Unknown')
  })

  it.each(['0x12\u202e', '0x1 2', '', 'x'.repeat(129)])(
    'transaction that a service names %j › none',
    (told) => {
      expect(z.parse(transactionHashText(), told)).toBeUndefined()
    },
  )

  it('text of many lines › complete, invisible characters as their number', () => {
    expect(visibleLines('a\u202eb\nc')).toBe('a\\u202eb\nc')
    expect(visibleLines('a\u3164b')).toBe('a\\u3164b')
  })

  it('account name › invisible and look-alike characters are encoded', () => {
    expect(displayName('a\u202eb.eth').text).toMatch(/^[\x21-\x7e]+$/)
  })
})
