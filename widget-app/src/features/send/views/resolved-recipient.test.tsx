import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { recipient, sendWorld } from '../testing/send-world.ts'
import { RecipientInput } from './recipient-input.tsx'

afterEach(cleanup)

function field(resolveName: ChainAdapter['resolveName'], name: string) {
  const world = sendWorld(resolveName ? { resolveName } : {}, {
    name: 'WalletSend',
    assetAddress: 'native',
    to: name,
  })
  render(
    <StoreProvider store={world.store}>
      <RecipientInput />
    </StoreProvider>,
  )
  const pause = async () => {
    await vi.waitFor(() => expect(world.clock.pending).toBeGreaterThan(0))
    await act(() => world.clock.advance(600))
  }
  return { pause }
}
const hasWholeAddress = () => document.body.textContent?.includes(recipient) ?? false

describe('recipient field with a name', () => {
  it('name resolves › shows that it is looked up, then name and whole address', async () => {
    const { pause } = field(async (name) => ({ name, address: recipient, avatar: undefined }), 'anna.eth')
    await screen.findByText('Looking up anna.eth…')
    await pause()
    expect(await screen.findByText('anna.eth')).toBeDefined()
    expect(hasWholeAddress()).toBe(true)
    expect(screen.queryByText(/look-alike characters/)).toBeNull()
  })

  it('name with confusable letters › warns and shows it encoded', async () => {
    const { pause } = field(
      async (name) => ({ name, address: recipient, avatar: undefined }),
      '\u0430nna.eth',
    )
    await screen.findByText('Looking up xn--nna-5cd.eth…')
    await pause()
    await screen.findByText(/look-alike characters/)
    expect(screen.getByText('xn--nna-5cd.eth')).toBeDefined()
  })

  it('resolution fails › can be retried; a name without an address is reported', async () => {
    let isFailing = true
    const { pause } = field(async (name) => {
      if (isFailing) throw new Error('Away')
      return { name, address: undefined, avatar: undefined }
    }, 'anna.eth')
    await screen.findByText('Looking up anna.eth…')
    await pause()
    await screen.findByText('Error resolving name')
    isFailing = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await pause()
    await screen.findByText(/^No account named anna\.eth on /)
  })
})
