import { describe, expect, it } from 'vitest'
import type { RpcRequest, WalletRequestOptions, WalletTransport } from '#widget/chains/chain-adapter.ts'
import { reviewedTransport } from './reviewed-transport.ts'

/** A transport whose wallet responds to everything, and a log of the sender of each request: transport or review. */
function sessionsWorld() {
  const log: string[] = []
  const source: WalletTransport = {
    list: () => [],
    watch: () => () => {},
    onEvent: () => () => {},
    request: async (_handle, { method }: RpcRequest, options?: WalletRequestOptions) => {
      log.push(`${options?.isReviewed ? 'reviewed' : 'plain'} ${method}`)
      return 'answer'
    },
  }
  const { request } = reviewedTransport(source, async (widgetRequest) => {
    log.push(`own ${widgetRequest.request.method}`)
    return widgetRequest.send({ ...widgetRequest.request, params: ['as shown'] })
  })
  return {
    log,
    request: (method: string, options?: WalletRequestOptions) => request('wc:1', { method }, options),
  }
}

describe('reviewedTransport', () => {
  it.each([
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_sendCalls',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signMessage',
    'injectedWeb3:signPayload',
    'injectedWeb3:signRaw',
    'a method of tomorrow',
  ])('widget requests %s › through the review', async (method) => {
    const { request, log } = sessionsWorld()
    expect(await request(method)).toBe('answer')
    expect(log).toEqual([`own ${method}`, `reviewed ${method}`])
  })

  it('request of a dApp that passed the review › at once', async () => {
    const { request, log } = sessionsWorld()
    await request('eth_sendTransaction', { isReviewed: true })
    expect(log).toEqual(['reviewed eth_sendTransaction'])
  })

  it.each(['eth_chainId', 'standard:connect', 'injectedWeb3:enable', 'wallet_revokePermissions'])(
    '%s signs nothing › at once',
    async (method) => {
      const { request, log } = sessionsWorld()
      await request(method)
      expect(log).toEqual([`plain ${method}`])
    },
  )
})
