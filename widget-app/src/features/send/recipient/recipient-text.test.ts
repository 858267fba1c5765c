import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRecipientText, type RecipientText, recipientFromQrCode } from './recipient-text.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const solana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const owner = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const dot = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

type Row = [typed: string, is: RecipientText['is'], text: string, chain?: string | undefined]

/** Typical inputs of each form. Each row tests the grammar. */
const rows: readonly Row[] = [
  ['', 'bare', ''],
  [' \u200b\ufeff" ', 'bare', ''],
  // Plain, with characters that copying adds
  [address, 'bare', address],
  [` ${address}\r\n`, 'bare', address],
  [`"${address}"`, 'bare', address],
  [`‘${address}’`, 'bare', address],
  [`<${address}>`, 'bare', address],
  [`\u200e${address}\u200f`, 'bare', address],
  [`\ufeff${address}\u200b`, 'bare', address],
  [`0X${address.slice(2)}`, 'bare', address],
  [address.slice(2), 'bare', address.slice(2)],
  [`${address.slice(0, 20)}\u200b${address.slice(20)}`, 'bare', address],
  [`${address.slice(0, 20)}\u00ad${address.slice(20)}`, 'bare', address],
  [`${address}.`, 'bare', address],
  [`(${address}),`, 'bare', address],
  [`${address.slice(0, 6)} ${address.slice(6, 10)}\u00a0${address.slice(10)}`, 'bare', address],
  [`${address} ${address}`, 'bare', `${address} ${address}`],
  ['alice。eth', 'name', 'alice.eth'],
  ['alice．eth', 'name', 'alice.eth'],
  ['alice.eth.', 'name', 'alice.eth'],
  ['(alice.eth)', 'name', 'alice.eth'],
  [owner, 'bare', owner],
  [dot, 'bare', dot],
  // Characters that change what is displayed
  [
    `${address.slice(0, 20)}\u202e${address.slice(20)}`,
    'hidden',
    `${address.slice(0, 20)}\u202e${address.slice(20)}`,
  ],
  [`\u202e${address}`, 'hidden', `\u202e${address}`],
  [`\u2066${address}\u2069`, 'bare', address],
  [`0x52\u2066908`, 'hidden', '0x52\u2066908'],
  [`0x52\u{e0041}908`, 'hidden', '0x52\u{e0041}908'],
  [`0x52\u3164908`, 'hidden', '0x52\u3164908'],
  [`0x52\u0000908`, 'hidden', '0x52\u0000908'],
  // EIP-3770
  [`eth:${address}`, 'qualified', address, 'eip155:1'],
  [`base:${address}`, 'qualified', address, 'eip155:8453'],
  [` "base:${address}"`, 'qualified', address, 'eip155:8453'],
  [`BASE:0X${address.slice(2).toLowerCase()}`, 'qualified', address.toLowerCase(), 'eip155:8453'],
  [`arb-nova:${address}`, 'qualified', address, 'eip155:42170'],
  [`matic:${address}`, 'qualified', address, 'eip155:137'],
  [`pol:${address}`, 'qualified', address, 'eip155:137'],
  [`rsk:${address}`, 'qualified', address, 'eip155:30'],
  [`nosuchnetwork:${address}`, 'qualified', address, undefined],
  [`constructor:${address}`, 'qualified', address, undefined],
  [`__proto__:${address}`, 'qualified', address, undefined],
  // CAIP-10
  [`eip155:8453:${address}`, 'qualified', address, 'eip155:8453'],
  [`eip155:31337:${address}`, 'qualified', address, 'eip155:31337'],
  [`solana:${solana}:${owner}`, 'qualified', owner, `solana:${solana}`],
  [
    `polkadot:91b171bb158e2d3848fa23a9f1c25182:${dot}`,
    'qualified',
    dot,
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  ],
  [`tron:0x2b6653dc:${owner}`, 'qualified', owner, undefined],
  // Codes, links and names
  [`substrate:${dot}:0xd4:Ann`, 'bare', dot],
  [`ethereum:${address}@8453`, 'link', `ethereum:${address}@8453`],
  [`"ethereum:${address}@8453"`, 'link', `ethereum:${address}@8453`],
  [`ethereum:${address}`, 'link', `ethereum:${address}`],
  [`solana:${owner}?amount=1`, 'link', `solana:${owner}?amount=1`],
  [' alice.eth ', 'name', 'alice.eth'],
  ['"alice.eth"', 'name', 'alice.eth'],
  ['алиса.eth', 'name', 'алиса.eth'],
  ['👨\u200d👩.eth', 'name', '👨\u200d👩.eth'],
  // Other texts
  ['alice@example.org', 'bare', 'alice@example.org'],
  [`https://etherscan.io/address/${address}`, 'bare', `https://etherscan.io/address/${address}`],
  [`base:${address}0`, 'bare', `base:${address}0`],
]

describe('parseRecipientText', () => {
  it.each(rows)('recipient › %j typed › is %s', (typed, is, text, chain) => {
    const parsed = parseRecipientText(typed)
    expect(parsed).toMatchObject({ is, text })
    if (parsed.is === 'qualified') expect(parsed.chain).toBe(chain)
  })

  it('recipient › any text › keeps every visible letter of an address', () => {
    const junk = fc.string({
      unit: fc.constantFrom(...' \u200b\u00ad\u202e\u2066\ufeff"abcF019xX:.\u3164'.split('')),
      maxLength: 12,
    })
    // Dots within an address stay; those around it are punctuation.
    const letters = (text: string) =>
      text
        .replace(/[^\p{L}\p{N}:.]/gu, '')
        .replace(/^\.+|\.+$/g, '')
        .toLowerCase()
    fc.assert(
      fc.property(junk, fc.boolean(), junk, (before, isAddress, after) => {
        const typed = `${before}${isAddress ? address : ''}${after}`
        const parsed = parseRecipientText(typed)
        if (parsed.is === 'bare') expect(letters(parsed.text)).toBe(letters(typed))
        if (parsed.is !== 'hidden' && parsed.is !== 'name')
          expect(parsed.text).not.toMatch(/[\u202e\u2066\u3164]/)
      }),
    )
  })
})

describe('recipientFromQrCode', () => {
  it.each([
    ['an address', address, address],
    ['an address with space around', `\n${address} `, address],
    ['an EIP-681 link', `ethereum:${address}@1?value=1e18`, `ethereum:${address}@1?value=1e18`],
    ['an address with its network', `base:${address}`, `base:${address}`],
    ['an address with the id of its network', `eip155:1:${address}`, `eip155:1:${address}`],
    ['a Solana Pay link', 'solana:mvines?amount=1', 'solana:mvines?amount=1'],
    ['an account of a Polkadot wallet', `substrate:${dot}:0xd4:Ann`, dot],
    ['the same without a name', `substrate:${dot}`, dot],
    ['an account that is none here', 'substrate:somebody:0xd4', undefined],
    ['a page', 'https://shop.example', undefined],
    ['a pairing', 'wc:7f@2?relay-protocol=irn', undefined],
    ['nothing', ' ', undefined],
  ])('QR code of %s › recipient', (_, code, recipient) => {
    const isAddress = (text: string) => [address, dot].includes(text)
    expect(recipientFromQrCode(code, isAddress)).toBe(recipient)
  })
})
