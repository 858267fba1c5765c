import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { rememberVacatedControls } from '../sheet/vacated-controls.ts'
import { gateClick, rejectedClick } from './gate-clicks.ts'
import { GatedRow, GatedRows, rowsArmAfterMs } from './gated-rows.tsx'
import {
  announcedText,
  pass,
  renderReview,
  reportPanelVisibility,
  send,
  stubBrowser,
  whole,
} from './testing/shown-review.tsx'

stubBrowser()

describe('GatedButton', () => {
  describe('touch', () => {
    const tap = () => {
      fireEvent.pointerDown(send(), { pointerType: 'touch' })
      fireEvent.pointerUp(send(), { pointerType: 'touch' })
    }

    it.each([
      ['armed', 800],
      ['arming', 100],
    ])('tap that the browser discards, %s › message', async (_, ms) => {
      const { onClick } = renderReview()
      reportPanelVisibility(whole)
      await pass(ms)
      tap()
      await pass(399)
      expect(announcedText()).toBe('')
      await pass(1)
      expect(announcedText()).toContain('Not ready yet.')
      expect(onClick).not.toHaveBeenCalled()
    })

    it('discarded tap, then a click without pointerdown › rejected', async () => {
      const { onClick } = renderReview()
      reportPanelVisibility(whole)
      await pass(800)
      tap()
      await pass(400)
      fireEvent.click(send(), { detail: 1 })
      expect(onClick).not.toHaveBeenCalled()
    })

    it('tap with its click › accepted once, no message', async () => {
      const { onClick } = renderReview()
      reportPanelVisibility(whole)
      await pass(800)
      tap()
      await pass(300)
      fireEvent.click(send(), { detail: 1 })
      await pass(400)
      expect(onClick).toHaveBeenCalledOnce()
      expect(announcedText()).toBe('')
    })

    it.each([
      ['long press', () => fireEvent.contextMenu(send())],
      ['cancelled by scrolling', () => fireEvent.pointerCancel(send(), { pointerType: 'touch' })],
    ])('%s › no message', async (_, leave) => {
      renderReview()
      reportPanelVisibility(whole)
      await pass(800)
      tap()
      leave()
      await pass(400)
      expect(announcedText()).toBe('')
    })
  })

  it.each(['Enter', ' '])('key %j › clicks on release, without repeat', async (key) => {
    const { onClick } = renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    const type = { key, bubbles: true }
    fireEvent.keyDown(send(), type)
    expect(onClick).not.toHaveBeenCalled()
    fireEvent.keyUp(send(), type)
    expect(onClick).toHaveBeenCalledOnce()
    fireEvent.keyDown(send(), type)
    fireEvent.keyDown(send(), { ...type, repeat: true })
    fireEvent.keyUp(send(), type)
    fireEvent.keyUp(send(), type)
    expect(onClick).toHaveBeenCalledOnce()
  })
})

describe('GatedButton at a vacated control', () => {
  /** The previous view, with a button in its footer; in jsdom all boxes have the same position. */
  const leaves = () => {
    const before = document.body.appendChild(document.createElement('footer'))
    before.innerHTML = '<button>Send</button>'
    rememberVacatedControls(document)
    before.remove()
  }
  const stage = () => send().parentElement?.dataset.gate

  it('low › page left the view › armed after 2 s', async () => {
    leaves()
    renderReview()
    reportPanelVisibility(whole)
    await pass(1_999)
    expect([stage(), send().parentElement?.style.getPropertyValue('--arms-after')]).toEqual([
      'arming',
      '2000ms',
    ])
    await pass(1)
    expect(stage()).toBe('armed')
  })

  it('low › page left the view long before › armed after 0.8 s', async () => {
    leaves()
    await pass(5_000)
    renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    expect(stage()).toBe('armed')
  })

  it("low › the user's own click left the view › armed after 0.8 s", async () => {
    const button = document.body.appendChild(document.createElement('button'))
    button.addEventListener('click', leaves)
    button.dispatchEvent(gateClick())
    button.remove()
    renderReview()
    reportPanelVisibility(whole)
    await pass(800)
    expect(stage()).toBe('armed')
  })
})

describe('GatedRow', () => {
  const row = (onClick: () => void) => <GatedRow title="Base" onClick={onClick} />

  it('outside of GatedRows › throws', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(row(vi.fn()))).toThrow('A GatedRow is inside GatedRows')
  })

  it('clicked before 200 ms › rejected, then accepted', async () => {
    const onClick = vi.fn()
    render(<GatedRows>{row(onClick)}</GatedRows>)
    reportPanelVisibility(whole)
    await pass(rowsArmAfterMs - 1)
    const base = screen.getByRole('button', { name: 'Base' })
    fireEvent.click(base)
    expect(onClick).not.toHaveBeenCalled()
    await pass(1)
    fireEvent.click(base)
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('rows › clicked early › message until 2 s after they armed', async () => {
    render(<GatedRows>{row(vi.fn())}</GatedRows>)
    reportPanelVisibility(whole)
    fireEvent.click(screen.getByRole('button', { name: 'Base' }))
    await pass(rowsArmAfterMs)
    await pass(1_999)
    expect(announcedText()).toContain('Not ready yet.')
    await pass(1)
    expect(announcedText()).toBe('')
  })

  it.each([
    ['armed', rowsArmAfterMs, 'Not ready yet. Press again in a moment.'],
    ['not armed', rowsArmAfterMs - 1, ''],
  ])('rows › rest of a double click, %s › message: %#', async (_, ms, answer) => {
    render(<GatedRows>{row(vi.fn())}</GatedRows>)
    reportPanelVisibility(whole)
    await pass(ms)
    fireEvent(screen.getByRole('button', { name: 'Base' }), new Event(rejectedClick, { bubbles: true }))
    expect(announcedText()).toBe(answer)
  })

  it('partly scrolled out of view › rejected, scrolled into view; then accepted', async () => {
    const onClick = vi.fn()
    render(<GatedRows>{row(onClick)}</GatedRows>)
    reportPanelVisibility(whole)
    await pass(rowsArmAfterMs)
    const base = screen.getByRole('button', { name: 'Base' })
    const hit = vi
      .fn(() => base)
      .mockReturnValueOnce(base)
      .mockReturnValueOnce(document.body)
    const scrollIntoView = vi.fn()
    Object.assign(document, { elementFromPoint: hit })
    Object.assign(base, { scrollIntoView })
    fireEvent.click(base)
    expect(onClick).not.toHaveBeenCalled()
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
    expect(announcedText()).toContain('Not ready yet.')
    fireEvent.click(base)
    expect(onClick).toHaveBeenCalledOnce()
    Reflect.deleteProperty(document, 'elementFromPoint')
  })
})
