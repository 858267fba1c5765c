import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { knownReceiversAtom, receiverKey } from '#widget/kernel/known-receivers.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { ethereum, receiver, sender, sendWorld } from '../send-world.ts'
import { RecipientInput } from './recipient-input.tsx'

afterEach(cleanup)

const imitation = (address: string) => `${address.slice(0, 6)}${'f'.repeat(32)}${address.slice(-4)}`

describe('RecipientInput', () => {
  it('error: a pasted look-alike of somebody paid before, or of oneself, warns with what differs marked (test 45)', async () => {
    const world = sendWorld()
    world.store.set(knownReceiversAtom, [receiverKey(ethereum, receiver)])
    render(
      <StoreProvider store={world.store}>
        <RecipientInput />
      </StoreProvider>,
    )
    const field = await screen.findByRole('textbox')
    for (const known of [receiver, sender]) {
      fireEvent.change(field, { target: { value: imitation(known) } })
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not the address you know'))
      const marked = screen.getAllByText(/./, { selector: 'mark' }).map((one) => one.textContent)
      expect(marked).toHaveLength(16)
      expect(marked.slice(0, 8)).toEqual(Array(8).fill('ffff'))
      expect(marked.slice(8).join('').toLowerCase()).toBe(known.slice(6, 38).toLowerCase())
    }
    for (const fine of [receiver, sender, imitation(receiver).replace('0x5', '0x6')]) {
      fireEvent.change(field, { target: { value: fine } })
      await waitFor(() => expect(screen.queryByText('Not the address you know')).toBeNull())
    }
  })
})
