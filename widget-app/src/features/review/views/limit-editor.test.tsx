import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeFooters, showReview } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Limit in USDC' }), { target: { value: text } })

async function openEditor(state = 'approval with a limit to set') {
  const limit = vi.fn()
  const shown = await showReview(state, { limit })
  click('Set a limit')
  await screen.findByRole('button', { name: 'Set limit' })
  return { ...shown, limit }
}

describe('limit of an approval', () => {
  it('R2 › typed amount › sets it in base units of the token', async () => {
    const { limit } = await openEditor()
    type('12.5')
    click('Set limit')
    expect(limit.mock.calls).toEqual([[12_500_000n]])
  })

  it('R2 › click on the balance › sets that amount', async () => {
    const { limit } = await openEditor()
    click('Your balance: 1,250 USDC')
    expect(limit.mock.calls).toEqual([[1_250_000_000n]])
  })

  it('R2 › approval in a bundle with its swap › offers what the swap needs', async () => {
    const { limit } = await openEditor('batch with a hidden approval')
    click('What this needs: 150 USDC')
    expect(limit.mock.calls).toEqual([[150_000_000n]])
  })

  it.each(['0', '1,234', '-5', '1.2345678', 'all', '12 ETH', '9'.repeat(79)])(
    '%j › cannot be set',
    async (text) => {
      const { limit } = await openEditor()
      type(text)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set limit' }).disabled).toBe(true)
      click('Set limit')
      expect(limit).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['12 ETH', /^The amount is in .*ETH.*, this field in .*USDC/],
    ['1,234', /^This could be thousands or decimals/],
    ['0', /^Enter an amount above zero/],
  ])('limit field › %j › explains the problem', async (text, sentence) => {
    await openEditor()
    type(text)
    await screen.findByText(sentence)
  })

  it('limit field › amount with its unit › is set', async () => {
    const { limit } = await openEditor()
    type('12.5 usdc')
    click('Set limit')
    expect(limit.mock.calls).toEqual([[12_500_000n]])
  })

  it.each(['unlimited approval', 'permit', 'swap'])(
    '%s without a settable limit › has no editor',
    async (state) => {
      await showReview(state)
      expect(screen.queryByRole('button', { name: 'Set a limit' })).toBeNull()
    },
  )
})
