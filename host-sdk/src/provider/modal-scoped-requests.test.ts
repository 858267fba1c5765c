import { describe, expect, it, vi } from 'vitest'
import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { initialState } from '../initial-state.ts'
import { evmAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { createModalScopedRequests } from './modal-scoped-requests.ts'

const closedState: BridgeState = { ...initialState, accounts: [evmAccount] }
const open: BridgeState = { ...closedState, open: true }

function world(first: BridgeState) {
  let state = first
  let isWaiting = false
  const prompts = createModalScopedRequests(() => state.open || isWaiting)
  /** A call opens the modal; its response arrives when the returned function is called. */
  const callOpen = () => {
    isWaiting = true
    return () => {
      isWaiting = false
      prompts.end()
    }
  }
  const changeState = (next: BridgeState) => {
    const before = state
    state = next
    prompts.stateChanged(before, next)
  }
  /** Makes a request that gets no response, and counts its rejections. */
  const request = (method: string) => {
    const rejected = vi.fn()
    prompts
      .run(
        method,
        (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      )
      .catch(rejected)
    return rejected
  }
  return { changeState, callOpen, request, prompts }
}
const settle = () => new Promise(setImmediate)

describe('closing the modal', () => {
  it.each(['wallet_switchEthereumChain', 'solana:signMessage', 'injectedWeb3:signRaw'])(
    'prompt %s begun under the modal › modal closes › rejects once with 4001',
    async (method) => {
      const { changeState, request } = world(open)
      const rejected = request(method)
      changeState(closedState)
      changeState(open)
      changeState(closedState)
      await settle()
      expect(rejected.mock.calls).toEqual([
        [expect.objectContaining({ code: 4001, message: 'Modal closed' })],
      ])
    },
  )

  it('prompt begun while closed, or a read › stays pending', async () => {
    const { changeState, request } = world(closedState)
    const prompt = request('wallet_switchEthereumChain')
    changeState(open)
    const read = request('wallet_getCapabilities')
    changeState(closedState)
    await settle()
    expect(prompt).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
  })

  it('prompt begun with a new wallet › survives the modal, which closes by itself', async () => {
    const { changeState, request } = world(open)
    changeState({ ...open, accounts: [evmAccount, solanaAccount] })
    const after = request('solana:signMessage')
    changeState({ ...closedState, accounts: [evmAccount, solanaAccount] })
    changeState({ ...open, accounts: [evmAccount, solanaAccount] })
    const next = request('solana:signMessage')
    changeState({ ...closedState, accounts: [evmAccount, solanaAccount] })
    await settle()
    expect(after).not.toHaveBeenCalled()
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('prompt begun once the modal has closed, before its call has its response › stays pending', async () => {
    const { changeState, callOpen, request } = world(closedState)
    const respond = callOpen()
    const early = request('solana:signMessage')
    changeState(open)
    // The wallet, and the end of the modal, in one message.
    changeState({ ...closedState, accounts: [evmAccount, solanaAccount] })
    const after = request('solana:signMessage')
    respond()
    await settle()
    expect(early).toHaveBeenCalledTimes(1)
    expect(after).not.toHaveBeenCalled()

    const respondAgain = callOpen()
    const next = request('solana:signMessage')
    respondAgain()
    await settle()
    expect(next).toHaveBeenCalledTimes(1)
    expect(after).not.toHaveBeenCalled()
  })

  it('request already answered › not rejected', async () => {
    const { changeState, prompts } = world(open)
    let heard: AbortSignal | undefined
    const answer = await prompts.run('personal_sign', async (signal) => {
      heard = signal
      return '0x00'
    })
    changeState(closedState)
    expect(answer).toBe('0x00')
    expect(heard?.aborted).toBe(false)
  })
})
