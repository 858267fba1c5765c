import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentFrameState } from '#widget/domain/review-queue/reviews.ts'
import { removeFooters, showReview, textOf } from '../testing/shown-review.tsx'

afterEach(() => {
  cleanup()
  removeFooters()
})

const notice = () => screen.getByText(/spending limit could not be used/).closest('[role="status"]')

const frame = (stage: PaymentFrameState['stage']): PaymentFrameState => ({ stage, load: () => undefined })

describe('vault’s frame that fails', () => {
  const showFrame = async () => {
    const shown = await showReview('payment', { frame: frame('shown') })
    return { ...shown, element: screen.getByTitle('Request in your wallet') }
  }

  it('focused › notice has the focus', async () => {
    const { change, element } = await showFrame()
    element.focus()
    expect(document.activeElement).toBe(element)
    change({ frame: frame('failed') })
    expect(element.isConnected).toBe(false)
    expect(textOf(document.activeElement)).toBe(textOf(notice()))
  })

  it('focus elsewhere › focus stays', async () => {
    const { change, footer } = await showFrame()
    const other = document.createElement('button')
    footer.append(other)
    other.focus()
    change({ frame: frame('failed') })
    expect(notice()).toBeTruthy()
    expect(document.activeElement).toBe(other)
  })
})
