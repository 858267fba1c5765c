import type { Dapp } from './dapp.ts'
import type { OpenOptions } from './host-url.ts'
import type { Phone } from './phone.ts'

const spender = '0x00000000000000000000000000000000000000be'

/** An approval by signature (EIP-2612): an allowance that outlasts the request, and costs no fee. */
export const permit = (owner: string, token: string) =>
  JSON.stringify({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token },
    message: { owner, spender, value: '5000000', nonce: '0', deadline: '4102444800' },
  })

/** Requests a permit with the connected phone; `answer` is its result. */
export async function requestPermit(dapp: Dapp, phone: Phone) {
  const owner = await phone.address('eip155:1')
  const token = dapp.world.stack.chains[0]?.tokens.USDC?.address ?? ''
  const answer = dapp.request('eth_signTypedData_v4', [owner, permit(owner, token)])
  await dapp.widget.shows('Review request')
  return { answer, owner }
}

/** Opens a host, connects the phone and requests a permit; `answer` is its result. */
export async function startPermit(dapp: Dapp, phone: Phone, options: OpenOptions = {}) {
  await dapp.open({ project: 'empty', wallets: 'none', ...options })
  await dapp.connectPhone(phone)
  return requestPermit(dapp, phone)
}

/** A host with COOP, which severs the opener. */
export const isolatedOpener = { path: '/own-openers.html' }
