import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const buttons = (footer: Element) =>
  [...footer.querySelectorAll('button, a')].map((one) => textOf(one)).filter((name) => name !== '')

describe('ConfirmWindowStatus', () => {
  it.each([
    ['window opens', ['Cancel', 'Show window']],
    ['decided in the window', ['Cancel', 'Show window']],
    ['decided in an unreachable window', ['Cancel', 'Open again']],
    ['window closed', ['Cancel', 'Open again']],
    ['request too large for the window', ['Cancel']],
    ['window blocked', ['Cancel', 'Open the window']],
  ])('%s › %j', async (state, expected) => {
    const { footer } = await showReview(state)
    expect(buttons(footer)).toEqual(expected)
  })

  it('window blocked › alerts, with a noopener link and a copy button', async () => {
    const { footer, review } = await showReview('window blocked')
    await waitFor(() => expect(textOf(screen.getByRole('alert'))).toContain('The window did not open'))
    const link = footer.querySelector('a')
    expect(link?.getAttribute('href')).toBe(review().window?.address)
    expect(link?.target).toBe('_blank')
    expect(link?.rel).toContain('noopener')
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  })

  it('unreachable window › shows its number', async () => {
    const { body } = await showReview('decided in an unreachable window')
    expect(textOf(body)).toContain('The window shows the number 47 too.')
  })

  it('Open again › opens within the click event', async () => {
    const decide = vi.fn()
    const { footer } = await showReview('window closed', { decide })
    const [, again] = footer.querySelectorAll('button')
    if (again) fireEvent.click(again)
    expect(decide).toHaveBeenCalledWith('open-window')
  })

  it('approved in the window › frame shows that it is checking', async () => {
    const { body } = await showReview('decided in the window', { stage: { is: 'checking' } })
    await waitFor(() => expect(textOf(body)).toContain('Checking…'))
  })

  it('request to our own wallet › button leads to the wallet', async () => {
    const { footer } = await showReview('own wallet')
    expect(buttons(footer)).toEqual(['Cancel', 'Review in your wallet'])
  })

  it.each([
    ['own wallet open', 'Your wallet opens there'],
    ['own wallet closed', 'Nothing was signed.'],
    ['own wallet signed', 'What you signed is checked before it is used.'],
    ['window closed', 'Nothing was sent to your wallet.'],
  ])('%s › %s', async (state, text) => {
    const { body } = await showReview(state)
    await waitFor(() => expect(textOf(body)).toContain(text))
  })
})
