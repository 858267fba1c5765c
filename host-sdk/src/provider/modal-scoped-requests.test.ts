import { describe, expect, it, vi } from 'vitest'
import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { initialState } from '../initial-state.ts'
import { evmAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { createModalScopedRequests } from './modal-scoped-requests.ts'

const shut: BridgeState = { ...initialState, accounts: [evmAccount] }
const open: BridgeState = { ...shut, open: true }

function world(first: BridgeState) {
  let state = first
  const prompts = createModalScopedRequests(() => state.open)
  const become = (next: BridgeState) => {
    const before = state
    state = next
    prompts.stateChanged(before, next)
  }
  /** Makes a request that gets no response, and counts its rejections. */
  const ask = (method: string) => {
    const rejected = vi.fn()
    prompts
      .ask(
        method,
        (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      )
      .catch(rejected)
    return rejected
  }
  return { become, ask, prompts }
}
const settle = () => new Promise(setImmediate)

describe('closing the modal', () => {
  it.each(['wallet_switchEthereumChain', 'solana:signMessage', 'injectedWeb3:signRaw'])(
    'prompt %s begun under the modal › modal closes › rejects once with 4001',
    async (method) => {
      const { become, ask } = world(open)
      const rejected = ask(method)
      become(shut)
      become(open)
      become(shut)
      await settle()
      expect(rejected.mock.calls).toEqual([
        [expect.objectContaining({ code: 4001, message: 'Modal closed' })],
      ])
    },
  )

  it('prompt begun while closed, or a read › stays pending', async () => {
    const { become, ask } = world(shut)
    const prompt = ask('wallet_switchEthereumChain')
    become(open)
    const read = ask('wallet_getCapabilities')
    become(shut)
    await settle()
    expect(prompt).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
  })

  it('prompt begun with a new wallet › survives the modal, which closes by itself', async () => {
    const { become, ask } = world(open)
    become({ ...open, accounts: [evmAccount, solanaAccount] })
    const after = ask('solana:signMessage')
    become({ ...shut, accounts: [evmAccount, solanaAccount] })
    become({ ...open, accounts: [evmAccount, solanaAccount] })
    const next = ask('solana:signMessage')
    become({ ...shut, accounts: [evmAccount, solanaAccount] })
    await settle()
    expect(after).not.toHaveBeenCalled()
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('request already answered › not rejected', async () => {
    const { become, prompts } = world(open)
    let heard: AbortSignal | undefined
    const answer = await prompts.ask('personal_sign', async (signal) => {
      heard = signal
      return '0x00'
    })
    become(shut)
    expect(answer).toBe('0x00')
    expect(heard?.aborted).toBe(false)
  })
})
