import { describe, expect, it } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice } from '#widget/testing/world.ts'
import { requireSignIn, type SignInPrerequisites } from './sign-in-prerequisites.ts'

const chain = parseChainId('eip155:1')
const complete = {
  config: {},
  account: accountId(chain, alice),
  network: { id: chain, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
  client: {
    signIn: async () => ({ message: '', signature: '' }),
    decodeText: async (text) => ({ is: 'message', text, isDisguised: false }),
    verifyMessage: async () => true,
  },
} satisfies SignInPrerequisites

describe('requireSignIn', () => {
  it.each<[string, Partial<SignInPrerequisites>, string, string]>([
    ['nothing is set up', { config: undefined }, 'siwx/not-enabled', 'SIWX is not enabled'],
    ['nobody is connected', { account: undefined }, 'siwx/no-address', 'No ActiveCaipAddress found'],
    [
      'the network is none of the site',
      { network: undefined },
      'siwx/no-network',
      'No ActiveCaipNetwork or client found',
    ],
    [
      'nothing asks wallets of that ecosystem',
      { client: undefined },
      'siwx/no-client',
      'No ConnectionController client found',
    ],
    ['the ecosystem cannot sign', { client: {} }, 'siwx/no-client', 'No ConnectionController client found'],
  ])('%s › throws', (_name, over, code, message) => {
    expect(() => requireSignIn({ ...complete, ...over })).toThrow(expect.objectContaining({ code, message }))
  })

  it('several prerequisites missing › throws the first in the specified order', () => {
    const nothing = { config: undefined, account: undefined, network: undefined, client: undefined }
    expect(() => requireSignIn(nothing)).toThrow('SIWX is not enabled')
    expect(() => requireSignIn({ ...nothing, config: {} })).toThrow('No ActiveCaipAddress found')
  })

  it('all prerequisites › returns them', () => {
    expect(requireSignIn(complete).account).toBe(complete.account)
  })
})
