import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { classifyWalletError } from './eip155/wallet/wallet-error.ts'
import { requestWallet as askPolkadot } from './polkadot/wallet/wallet-error.ts'
import { isRejection } from './solana/wallet/wallet-error.ts'
import { memoryTransport } from './testing/scripted-transport.ts'

const internal = (message: string) => new ProviderRpcError(-32603, message)

describe('message of a wallet', () => {
  test.each([
    'User rejected the request.',
    'User has denied this',
    'User closed modal',
    'The user closed the popup',
    'user_canceled',
    'UserRefusedOnDevice',
    'User disapproved requested methods',
    'User declined',
    'user dismissed the dialog',
    'Action cancelled by user',
    'login popup has been closed by the user',
    'Popup window closed',
    'Plugin Closed',
    'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
    'Transaction rejected on the device',
  ])('%s › rejection in each ecosystem', async (walletMessage) => {
    expect(classifyWalletError(internal(walletMessage))).toBe('refused')
    expect(isRejection(internal(walletMessage))).toBe(true)
    const transport = memoryTransport({ sign: () => Promise.reject(internal(walletMessage)) })
    await expect(askPolkadot(transport, 'handle', { method: 'sign' })).rejects.toMatchObject({ code: 4001 })
  })

  test.each(['用户取消了操作', '用户拒绝了请求', '使用者拒絕'])(
    '%s, with a generic code › rejection',
    (walletMessage) => {
      expect(classifyWalletError(internal(walletMessage))).toBe('refused')
      expect(classifyWalletError(new ProviderRpcError(-32000, walletMessage))).toBe('other')
    },
  )

  test.each([
    'The user aborted a request.',
    'connect ECONNREFUSED 127.0.0.1:8545',
    'The connection was closed',
    'execution reverted',
    'Ledger device: Locked device (0x5515)',
    'User operation failed',
  ])('%s › not a rejection', (walletMessage) => {
    expect(classifyWalletError(internal(walletMessage))).not.toBe('refused')
    expect(isRejection(internal(walletMessage))).toBe(false)
  })

  test.each([
    'already known',
    'AlreadyKnown',
    'Transaction with the same hash was already imported.',
    'transaction already in mempool',
    'ETIMEDOUT',
    'Failed to fetch',
    'Network request failed',
  ])('%s › the transaction may have been sent', (walletMessage) => {
    expect(classifyWalletError(internal(walletMessage))).toBe('maybe-sent')
  })
})
