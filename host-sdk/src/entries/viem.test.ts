import { UserRejectedRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { evmAccount, polkadotAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { viemAccounts } from './viem.ts'

type Call = { readonly method: string; readonly params?: readonly unknown[] | object }

function bridge(responses: Readonly<Record<string, () => unknown>>) {
  const requests: [string, Call][] = []
  const accounts = [polkadotAccount, evmAccount, solanaAccount]
  const requestWallet = async (walletId: string, call: Call) => {
    requests.push([walletId, { method: call.method, params: call.params ?? [] }])
    return responses[call.method]?.()
  }
  return { accounts, requestWallet, requests }
}

describe('viemAccounts', () => {
  it('accounts › Ethereum only, each with a client of its address and without a chain', () => {
    const accounts = viemAccounts(bridge({}))
    expect(accounts.map(({ id }) => id)).toEqual([evmAccount.id])
    expect(accounts[0]?.client.account.address).toBe(evmAccount.address)
    expect(accounts[0]?.client.chain).toBeUndefined()
  })

  it('client › makes requests to the wallet of the account, by its id', async () => {
    const page = bridge({ personal_sign: () => '0x5161', eth_chainId: () => '0x2105' })
    const [account] = viemAccounts(page)
    expect(await account?.client.signMessage({ message: 'hi' })).toBe('0x5161')
    expect(await account?.client.getChainId()).toBe(8453)
    expect(page.requests).toEqual([
      [evmAccount.walletId, { method: 'personal_sign', params: ['0x6869', evmAccount.address] }],
      [evmAccount.walletId, { method: 'eth_chainId', params: [] }],
    ])
  })

  it("chain null › sends on the wallet's own chain", async () => {
    const page = bridge({ eth_sendTransaction: () => `0x${'1'.repeat(64)}` })
    const [account] = viemAccounts(page)
    await account?.client.sendTransaction({
      chain: null,
      to: '0x1111111111111111111111111111111111111111',
      value: 5n,
    })
    expect(page.requests.map(([, { method }]) => method)).toContain('eth_sendTransaction')
    expect(page.requests.at(-1)?.[1].params).toMatchObject([{ from: evmAccount.address, value: '0x5' }])
  })

  it("user rejects › viem's UserRejectedRequestError; failures are not retried", async () => {
    let count = 0
    const page = bridge({
      personal_sign: () => {
        throw new ProviderRpcError(4001, 'User rejected the request')
      },
      eth_sendTransaction: () => {
        count += 1
        throw new ProviderRpcError(-32603, 'Internal error')
      },
    })
    const [account] = viemAccounts(page)
    await expect(account?.client.signMessage({ message: 'hi' })).rejects.toMatchObject({
      name: UserRejectedRequestError.name,
    })
    await expect(
      account?.client.request({ method: 'eth_sendTransaction', params: [{ value: '0x5' }] }),
    ).rejects.toThrow('Internal error')
    expect(count).toBe(1)
  })
})
