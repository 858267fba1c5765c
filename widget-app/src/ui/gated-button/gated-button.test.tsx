import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  announcedText,
  clickSend,
  isOff,
  pass,
  Review,
  renderReview,
  reportFrameVisibility,
  reportPanelVisibility,
  send,
  setLayout,
  stubBrowser,
  whole,
} from './testing/shown-review.tsx'

stubBrowser()

describe('GatedButton', () => {
  it('R10 › frame moves over the edge of the screen, panel whole › arms again', async () => {
    renderReview()
    reportFrameVisibility({ intersectionRatio: 0.95 })
    reportPanelVisibility(whole)
    await pass(800)
    expect(isOff()).toBe(false)
    reportFrameVisibility({ intersectionRatio: 0.94 })
    expect(isOff()).toBe(true)
    await pass(800)
    expect(isOff()).toBe(false)
  })

  it('R9 › early click › rejected with a message; accepted after 800 ms', async () => {
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    await pass(799)
    expect(isOff()).toBe(true)
    clickSend()
    expect(onClick).not.toHaveBeenCalled()
    expect(announcedText()).toContain('Not ready yet.')
    expect(send().parentElement?.dataset.early).toBe('true')
    await pass(1)
    expect(isOff()).toBe(false)
    expect(announcedText()).toBe('')
    clickSend()
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('not armed › focusable', () => {
    renderReview()
    send().focus()
    expect(document.activeElement).toBe(send())
  })

  it.each([
    ['covered', { intersectionRatio: 1, isVisible: false }],
    ['cut off', { intersectionRatio: 0.98, isVisible: true }],
    ['cut off, in a browser without version 2', { intersectionRatio: 0.98 }],
  ])('R9 › panel is %s › rejected, message after 1.5 s', async (_, entry) => {
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    reportPanelVisibility(entry)
    clickSend()
    await pass(1_500)
    expect(announcedText()).toContain('Part of this window is hidden')
    clickSend()
    expect(onClick).not.toHaveBeenCalled()
    reportPanelVisibility(whole)
    await pass(800)
    clickSend()
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('R10 › facts change once armed › arms again', async () => {
    const { onClick, change } = renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    change('150,000 USDC')
    await pass(0)
    expect(isOff()).toBe(true)
    clickSend()
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    clickSend()
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('R10 › facts change during the click › rejected', async () => {
    const { onClick, change } = renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    fireEvent.pointerDown(send())
    change('150,000 USDC')
    await pass(800)
    fireEvent.click(send(), { detail: 1 })
    expect(onClick).not.toHaveBeenCalled()
  })

  it('R9 › clicked while decoding › looks closed, rejected; then arms for 800 ms', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<Review facts="Reading" onClick={onClick} waiting />)
    const stage = () => send().parentElement?.dataset.gate
    reportPanelVisibility(whole)
    await pass(2_000)
    expect([isOff(), stage(), announcedText()]).toEqual([true, 'closed', ''])
    clickSend()
    fireEvent.keyDown(send(), { key: 'Enter' })
    fireEvent.keyUp(send(), { key: 'Enter' })
    expect(announcedText()).toContain('Not ready yet.')
    expect(send().parentElement?.dataset.early).toBe('true')
    rerender(<Review facts="Reading" onClick={onClick} />)
    await pass(799)
    expect([isOff(), stage()]).toEqual([true, 'arming'])
    clickSend()
    expect(onClick).not.toHaveBeenCalled()
    await pass(1)
    expect(stage()).toBe('armed')
    clickSend()
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('R9 › restarts arming while it fills › fills from the start', async () => {
    const { change } = renderReview()
    const fill = () => [send().parentElement?.dataset.gate, send().parentElement?.dataset.begun]
    reportPanelVisibility(whole)
    await pass(400)
    expect(fill()).toEqual(['arming', '1'])
    change('150,000 USDC')
    await pass(0)
    expect(fill()).toEqual(['arming', '0'])
  })

  it('countdown ticks › stays armed', async () => {
    const { change } = renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    change('150 USDC')
    await pass(0)
    expect(isOff()).toBe(false)
  })

  it('click that began before it was armed › message for 2 s', async () => {
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    fireEvent.pointerDown(send())
    await pass(800)
    fireEvent.click(send(), { detail: 1 })
    expect(onClick).not.toHaveBeenCalled()
    expect(announcedText()).toContain('Not ready yet.')
    await pass(2_000)
    expect(announcedText()).toBe('')
  })

  it('no space for a row of facts › covered until there is (test 28)', async () => {
    setLayout({ height: 400, shown: 300 })
    renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    expect(isOff()).toBe(false)
    setLayout({ height: 400, shown: 47 })
    await pass(10_000)
    expect(isOff()).toBe(true)
    setLayout({ height: 400, shown: 48 })
    await pass(799)
    expect(isOff()).toBe(true)
    await pass(1)
    expect(isOff()).toBe(false)
    // Less than a row, and this is all of the content.
    setLayout({ height: 20, shown: 20 })
    await pass(800)
    expect(isOff()).toBe(false)
  })

  it('R4 › page renders the frame at zoom 0.2 › rejected', async () => {
    vi.stubGlobal('devicePixelRatio', 0.2)
    vi.stubGlobal('parent', {})
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    await pass(2_000)
    clickSend()
    expect(onClick).not.toHaveBeenCalled()
    expect(announcedText()).toContain('too small to read')
  })

  it('user zooms a window of its own to 0.2 › accepted', async () => {
    vi.stubGlobal('devicePixelRatio', 0.2)
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    await pass(2_000)
    clickSend()
    expect(onClick).toHaveBeenCalledOnce()
  })
})
