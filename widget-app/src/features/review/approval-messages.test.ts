import { describe, expect, it } from 'vitest'
import { parseTypedData } from '#widget/chains/eip155/canonical/canonical-typed-data.ts'
import { decodeTypedData } from '#widget/chains/eip155/typed-data/decode-typed-data.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { approvalMessages } from './approval-messages.ts'

const t = createStore().get(translateAtom)
const context = { t, locale: 'en', networkName: (chain: string) => chain, bundled: () => undefined }
const [holder, spender] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const date = 1_900_000_000
const never = 2n ** 256n - 1n
const noEnd = 'No end: the signature stays valid'
const day = dateText(BigInt(date), 'en')

const member = (text: string) => {
  const [type = '', name = ''] = text.split(' ')
  return { type, name }
}
/** The messages of the approval in typed data; members are written `type name`. */
function permitMessages(members: readonly string[], message: object, types: object = {}, contract = dai) {
  const typed = parseTypedData({
    types: { Permit: members.map(member), ...types },
    primaryType: 'Permit',
    domain: { name: 'Token', chainId: 1, verifyingContract: contract },
    message,
  })
  const fact = decodeTypedData(typed, holder).find(({ is }) => is === 'permit')
  return fact?.is === 'permit' ? messagesOf(fact) : undefined
}
function messagesOf(fact: Extract<Fact, { is: 'approval' | 'permit' }>) {
  const { title, lines } = approvalMessages(fact, context)
  const value = (label: string) => lines.flat().find((line) => line.label === label)?.value
  return { title, until: value('Valid until'), amount: value('Amount') }
}

const daiMembers = ['address holder', 'address spender', 'uint256 nonce', 'uint256 expiry', 'bool allowed']
const daiPermit = (over: object) => permitMessages(daiMembers, { holder, spender, nonce: 0, ...over })
const eip2612 = (deadline: unknown, value = 5) =>
  permitMessages(['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'], {
    ...{ owner: holder, spender, value, nonce: 0, deadline },
  })
const permitSingle = (expiration: unknown, deadline: unknown) =>
  permitMessages(
    ['Details details', 'address spender', 'uint256 deadline'],
    { details: { token: dai, amount: 5, expiration, nonce: 0 }, spender, deadline },
    { Details: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'].map(member) },
    permit2,
  )

describe('D1 › end of a permit', () => {
  it.each([
    ['DAI, expiry 0', daiPermit({ expiry: 0, allowed: true }), noEnd],
    ['DAI, expiry with a date', daiPermit({ expiry: date, allowed: true }), day],
    ['DAI, the largest expiry', daiPermit({ expiry: String(never), allowed: true }), noEnd],
    [
      'DAI, expiry 0 beside another deadline',
      permitMessages([...daiMembers, 'uint256 deadline'], {
        ...{ holder, spender, nonce: 0, expiry: 0, allowed: true, deadline: date },
      }),
      noEnd,
    ],
    ['EIP-2612, a date', eip2612(date), day],
    ['EIP-2612, deadline 0 (for ever at Vyper’s vaults)', eip2612(0), noEnd],
    ['EIP-2612, the largest deadline', eip2612(String(never)), noEnd],
    ['Permit2, the largest expiration', permitSingle(String(2n ** 48n - 1n), date), noEnd],
    ['Permit2, expiration 0 › the signature’s deadline', permitSingle(0, date), day],
    ['Permit2, expiration 0 and deadline 0', permitSingle(0, 0), noEnd],
  ])('%s', (_case, messages, until) => {
    expect(messages?.until).toBe(until)
  })

  it('transaction › Permit2 expiration › 0 ends with its block, the largest never', () => {
    const approval = (expiry: bigint | undefined) =>
      messagesOf({
        ...{ is: 'approval', spender, figure: { value: 5n, contract: dai }, isUnlimited: false, expiry },
      }).until
    expect(approval(0n)).toBe('The end of its block')
    expect(approval(2n ** 48n - 1n)).toBe('Until you revoke it')
    expect(approval(undefined)).toBe('Until you revoke it')
    expect(approval(BigInt(date))).toBe(day)
  })
})

describe('D1 › permit of zero', () => {
  it('DAI with `allowed: false` › revokes an approval, without amount and date', () => {
    expect(daiPermit({ expiry: 0, allowed: false })).toEqual({
      ...{ title: expect.stringMatching(/^Sign to revoke the approval for/) },
      ...{ until: undefined, amount: undefined },
    })
  })

  it('EIP-2612 with 0 › shows the amount and date that it names', () => {
    expect(eip2612(date, 0)).toMatchObject({ title: expect.stringMatching(/^Sign an approval/), until: day })
  })
})
