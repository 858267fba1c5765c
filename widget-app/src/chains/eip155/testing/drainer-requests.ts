import { approval, approve, type DrainerCall, send } from './drainer-calls.ts'
import { alice, bob, tokenAddress } from './unit-world.ts'

/** Drainers whose risk is not in a selector, each with a different method or members. */
export const drainerRequests: readonly DrainerCall[] = [
  {
    name: 'EIP-7702 authorisation',
    request: send({ to: alice, authorizationList: [{ address: bob, chainId: '0x0', nonce: '0x0' }] }),
    fact: { is: 'authorisation', delegate: bob, chain: undefined },
    risk: 'authorisation',
  },
  {
    name: 'a contract that is created with coins',
    request: send({ data: '0x60006000', value: '0x9' }),
    fact: { is: 'unknown-call', to: undefined, figure: { value: 9n, contract: undefined } },
    risk: 'unknown-with-value',
  },
  {
    name: 'coins that are burnt as gas',
    request: send({ to: bob, value: '0x1', gas: '0x1c9c380' }),
    fact: { is: 'term', name: 'gas-high' },
    risk: 'high-fee',
  },
  {
    name: 'a signed transfer that goes back to the site',
    request: { method: 'eth_signTransaction', params: [{ to: bob, value: '0x1' }] },
    fact: { is: 'term', name: 'unsent' },
    risk: 'unsent',
  },
  {
    name: 'a bundle with a hidden approve',
    request: {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x1',
          calls: [
            { to: bob, value: '0x1' },
            { to: tokenAddress, data: approve },
          ],
        },
      ],
    },
    fact: { ...approval, isUnlimited: true },
    risk: 'unlimited-approval',
  },
  {
    name: 'a session without bounds',
    request: {
      method: 'wallet_grantPermissions',
      params: [
        {
          chainId: '0x1',
          address: alice,
          expiry: 4_000_000_000,
          signer: {
            type: 'keys',
            data: { keys: [{ type: 'secp256k1', publicKey: `0x04${'7b'.repeat(64)}` }] },
          },
          permissions: [
            {
              type: 'erc20-recurring-allowance',
              data: { token: tokenAddress, allowance: `0x${'f'.repeat(64)}`, start: 7, period: 60 },
            },
          ],
          policies: [],
        },
      ],
    },
    fact: { is: 'session' },
    risk: 'session-unlimited',
  },
]
