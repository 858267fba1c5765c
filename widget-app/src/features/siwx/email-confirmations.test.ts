import { describe, expect, it } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import {
  confirmationOf,
  confirmedOtpAtom,
  type EmailConfirmation,
  withConfirmation,
} from './email-confirmations.ts'
import { authenticationAdapterOf } from './select-authentication.ts'

const chain = parseChainId('eip155:1')
const confirmation = (over: Partial<EmailConfirmation> = {}): EmailConfirmation => ({
  account: accountId(chain, alice),
  email: 'ann@mail.example',
  uuid: 'uuid-1',
  ...over,
})

describe('stored confirmations', () => {
  it('account and address › returns its latest code, and no other’s', () => {
    const stored = withConfirmation([confirmation()], confirmation({ uuid: 'uuid-2' }))
    expect(stored).toEqual([confirmation({ uuid: 'uuid-2' })])
    expect(confirmationOf(stored, accountId(chain, alice), 'ann@mail.example')).toBe('uuid-2')
    expect(confirmationOf(stored, accountId(chain, bob), 'ann@mail.example')).toBeUndefined()
    expect(confirmationOf(stored, accountId(chain, alice), 'eve@mail.example')).toBeUndefined()
  })

  it('more than 16 › keeps the latest', () => {
    const all = Array.from({ length: 20 }, (_, at) => confirmation({ email: `${at}@mail.example` }))
    const stored = all.reduce<readonly EmailConfirmation[]>(withConfirmation, [])
    expect(stored.map(({ email }) => email)).toEqual(
      all
        .slice(-16)
        .map(({ email }) => email)
        .reverse(),
    )
  })
})

describe('hosted sign-in', () => {
  /** The `x-otp` of a sign-in by an account, after Alice confirmed an address. */
  async function otpOf(address: string, chainId = chain) {
    const sent: (string | null)[] = []
    const { store } = testWorld({
      config: { siwx: { mode: 'hosted' } },
      routes: {
        '/auth/v1/nonce': () => ({ body: { nonce: 'abcdefghijklmnopqrstuvwx', token: 't'.repeat(32) } }),
        '/auth/v1/authenticate': (_url, _body, headers) => {
          sent.push(headers?.get('x-otp') ?? null)
          return { body: { token: 't'.repeat(32) } }
        },
      },
    })
    store.set(confirmedOtpAtom, { account: accountId(chain, alice), uuid: 'uuid-1' })
    const authentication = authenticationAdapterOf(store.get, store.set)
    const nonce = await authentication.nonce({ chain: chainId, address })
    const data = {
      ...{ accountAddress: address, chainId, domain: 'shop.example', uri: 'https://shop.example' },
      ...{ version: '1' as const, nonce, issuedAt: '2026-11-27T00:00:00Z' },
    }
    await authentication.add({ data, message: 'm', signature: '0x' })
    return sent
  }

  it('account that confirmed the address › sends its code', async () =>
    expect(await otpOf(alice)).toEqual(['uuid-1']))

  it('another account, or the address on another chain › sends no code', async () => {
    expect(await otpOf(bob)).toEqual([null])
    expect(await otpOf(alice, parseChainId('eip155:10'))).toEqual([null])
  })
})
