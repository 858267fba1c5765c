import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import { decodeUtf8Text } from './decode-message.ts'
import { caseCount, caseSeed, checkProperty } from './testing/check-property.ts'

const describedAs = (text: string) => ({
  account: '0x1111111111111111111111111111111111111111',
  chain: parseChainId('eip155:1'),
  facts: [decodeUtf8Text(text)],
})

/** Evaluates a text that a dApp requests to sign. */
function evaluate(text: string) {
  const description = describedAs(text)
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  return {
    isAllowed: isAllowListed(description, { host: 'shop.example', isBundledToken: () => true }),
    risks,
    isGrave: risks.some(isSevere),
    isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
  }
}

const encoded = { isAllowed: false, risks: ['encoded'], isGrave: true, isGravest: true }
const readable = { isAllowed: true, risks: [], isGrave: false, isGravest: false }

/** An order of Drift "Swift": its discriminator, followed by Borsh. */
const order = 'c8d5a65e2234f55d'.repeat(16)
const base64Order = Buffer.from(order, 'hex').toString('base64')
const token = [
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  'eyJzdWIiOiIxMjM0NTY3ODkwIn0',
  'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
].join('.')

const bytesAround = (text: string) => `${'1,'.repeat(20)}${text}${',1'.repeat(20)}`

describe('G1 › encoded bytes as text', () => {
  it.each([
    ['hex', order],
    ['hex with 0x', `0x${order}`],
    ['hex in lines', order.replace(/.{64}/g, '$&\n')],
    ['hex with white space around', `${' '.repeat(400)}${order}\n`],
    ['hex in pairs', order.replace(/../g, '$& ')],
    ['decimal bytes', Uint8Array.from(Buffer.from(order, 'hex')).toString()],
    ['base64', base64Order],
    ['base64url', Buffer.from(order, 'hex').toString('base64url')],
    ['base58', '5KJvsngHeMpm884wtkJNzQGaCErckhHJBGFsvd3VyK5qMZXj3hS'.repeat(3)],
    ['base64 without a digit', 'yNWmXiIoVyuNWmXiIEVaXeqNWmXioVdXkqMWm'],
    ['base32 without a digit', 'GEZDGNBVGYTTQOJQGEZDGNBVGYTTQOJQ'.replace(/\d/g, 'A').repeat(3)],
    ['behind a prefix', `velocity-signed-msg:${'A'.repeat(43)}:${order}`],
    ['a hash behind words', `Order: 0x${'ab'.repeat(32)}`],
    ['a hash called nonce without words', `Nonce: 0x${'ab'.repeat(32)}`],
    ['a claim of Polkadot', `Pay DOTs to the Polkadot account:${'ab'.repeat(32)}`],
    ['beside words of a key', `Sign to derive your private key: ${base64Order}`],
    ['beside a link', `https://shop.example/terms ${base64Order}`],
    ['a token without words', token],
    ['a list of bytes around a nonce', `${bytesAround('nonce:z')}${' w'.repeat(37)}`],
    [
      'a list of bytes around an account',
      `${bytesAround('FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq')}${' w'.repeat(18)}w`,
    ],
    ['an upper-case hash behind words', `Order: 0x${'AB'.repeat(32)}`],
    ['beside as many characters of words', `${'0A'.repeat(32)} ${'w'.repeat(31)} ${'w'.repeat(30)}`],
    ['beside words and white space', ` ${'0A'.repeat(32)}\n\n\n${'w'.repeat(31)}   ${'w'.repeat(30)} `],
    ['a hash behind a link', `Log in to the shop. Nonce: https://shop.example ${'a1'.repeat(32)}`],
  ])('%s › reviewed, severe risk', (_what, text) => {
    expect(evaluate(text)).toEqual(encoded)
  })

  it('sentence with a nonce of 64 hex digits, labelled or not › readable', () => {
    const digits = 'a1'.repeat(32)
    expect(evaluate(`Sign this message to log in to Shop.\n\nNonce: ${digits}`)).toEqual(readable)
    expect(evaluate(`Log in to the shop. nonce=0x${digits}`)).toEqual(readable)
    const sentence = 'Welcome to the shop! Click to sign in and accept the terms of service: no fee.'
    expect(evaluate(`${sentence}\n\n${digits}`)).toEqual(readable)
  })

  it.each([
    [
      'a token shorter than the words around it',
      `${'Please sign this message, which proves that this account is yours and costs nothing. '.repeat(2)}${token}`,
    ],
    ['an address', 'Link 0x71C7656EC7ab88b098defB751B7401B5f6d8976F'],
    ['an address alone', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'],
    ['an account of Solana', 'Prove that you own FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a link', 'https://shop.example/login/c8d5a65e2234f55dc8d5a65e2234f55dc8d5a65e2234f55d'],
    ['a long word', 'Donaudampfschifffahrtsgesellschaft'],
    ['a path', 'shop/terms-of-service/privacy-policy/settings'],
    ['a path with slashes around', '/shop/terms-of-service/privacy-policy/'],
    ['words in capitals', 'TERMS-OF-SERVICE-AND-PRIVACY-POLICY'],
    ['a nonce behind twelve letters', `Log in to my app.\n\nNonce: ${'a1'.repeat(32)}`],
    ['two short codes around a list of bytes', `${'Zx9'.repeat(7)}${'1,'.repeat(16)}1${'Zx9'.repeat(7)}`],
    ['Arabic', 'أوافق على شروط المتجر وأؤكد أن هذا الحساب لي'],
    ['Chinese', '我同意商店的条款并确认此账户属于我'],
    ['nothing', ''],
  ])('%s › readable', (_what, text) => {
    expect(evaluate(text)).toEqual(readable)
  })
})

const runs = { numRuns: caseCount(1_000, 20_000), seed: caseSeed(190_377) }

const lexicon = ['Sign', 'this', 'message', 'to', 'log', 'in', 'the', 'shop', 'costs', 'nothing', 'terms']
const words = fc.array(fc.constantFrom(...lexicon), { minLength: 1, maxLength: 60 })
const forms = ['hex', 'base64', 'base64url'] as const
const encodedBytes = fc
  .tuple(fc.uint8Array({ minLength: 48, maxLength: 400 }), fc.constantFrom(...forms))
  .map(([bytes, form]) => Buffer.from(bytes).toString(form))
  // All zeros in base64 are the same letter.
  .filter((text) => new Set(text).size > 8)

describe('G1 › fuzz', () => {
  it('words with an encoding anywhere › reviewed if it is more than half', async () => {
    await checkProperty(
      fc.property(words, encodedBytes, fc.nat(), (texts, bytes, place) => {
        const at = place % (texts.length + 1)
        const text = [...texts.slice(0, at), bytes, ...texts.slice(at)].join(' ')
        const isMost = bytes.length * 2 > text.length
        expect(evaluate(text).isAllowed).toBe(!isMost)
      }),
      runs,
    )
  })

  it('words alone › readable', async () => {
    await checkProperty(
      fc.property(words, (texts) => {
        expect(evaluate(texts.join(' '))).toEqual(readable)
      }),
      runs,
    )
  })

  it('hostile texts of 100,000 characters › evaluated within 2 s', () => {
    for (const unit of ['a', '1 ', '0x1 ', 'nonce ', 'https://', 'a-', 'A1', '1,', ' ', 'f:'])
      expect(() => evaluate(unit.repeat(100_000 / unit.length))).not.toThrow()
  }, 2_000)
})
