import type { Frame, Page } from '@playwright/test'
import { sheetSelector } from './fixtures-page.ts'

/**
 * Returns a message for each overflow on the visible sheet: text that is cut without an ellipsis or at its start, an element
 * that scrolls horizontally, a control outside the sheet.
 */
export const findOverflow = (page: Page | Frame): Promise<readonly string[]> =>
  page.evaluate((sheet) => {
    const found: string[] = []
    const panel = document.querySelector(sheet)
    if (panel === null) return ['there is no sheet']
    for (const element of [document.documentElement, panel, ...panel.querySelectorAll('*')]) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) continue
      if (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis')
        found.push(`cut: ${element.outerHTML.slice(0, 160)}`)
      if (/auto|scroll/.test(overflowX) || element === document.documentElement)
        found.push(`scrolls sideways: ${element.outerHTML.slice(0, 160)}`)
    }
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const box = node.parentElement?.closest('[class]')
      if (!box || box.clientWidth <= 1 || getComputedStyle(box).textOverflow !== 'ellipsis') continue
      const [at] = /\p{L}/u.exec(node.nodeValue ?? '') ?? []
      if (at === undefined || node.previousSibling) continue
      const from = (node.nodeValue ?? '').indexOf(at)
      const first = document.createRange()
      first.setStart(node, from)
      first.setEnd(node, from + 1)
      const [{ left, right }, boxRect] = [first.getBoundingClientRect(), box.getBoundingClientRect()]
      if (left < boxRect.left - 1 || right > boxRect.right + 1)
        found.push(`loses its beginning: ${node.nodeValue?.slice(0, 80)}`)
    }
    const edge = panel.getBoundingClientRect()
    for (const control of panel.querySelectorAll('button, a, input, select, textarea')) {
      const { left, right, width } = control.getBoundingClientRect()
      if (width > 1 && (left < edge.left - 1 || right > edge.right + 1))
        found.push(`outside: ${control.outerHTML.slice(0, 160)}`)
    }
    return found
  }, sheetSelector)

/** Returns the texts of the sheet that end in an ellipsis, and values and placeholders that are wider than their field. */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate((sheet) => {
    const found: string[] = []
    const context = document.createElement('canvas').getContext('2d')
    for (const element of document.querySelectorAll(`:is(${sheet}) *`)) {
      const style = getComputedStyle(element)
      if (!(element instanceof HTMLInputElement)) {
        // Text for screen readers only has no width.
        const hasWidth = element.clientWidth > 1
        const isCut = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
        if (hasWidth && isCut && /hidden|clip/.test(style.overflowX)) found.push(element.textContent ?? '')
      } else if (context !== null && /^(text|email|search)$/.test(element.type)) {
        // Measure with a canvas: no API reports the width of a placeholder.
        const text = element.value || element.placeholder
        const textStyle = element.value === '' ? getComputedStyle(element, '::placeholder') : style
        context.font = `${textStyle.fontWeight} ${textStyle.fontSize} ${textStyle.fontFamily}`
        context.letterSpacing = textStyle.letterSpacing === 'normal' ? '0px' : textStyle.letterSpacing
        const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
        if (context.measureText(text).width > element.clientWidth - padding + 1) found.push(text)
      }
    }
    return found
  }, sheetSelector)

/**
 * Returns amounts of the sheet that wrap inside their digits, or whose sign, digits and symbol do not follow each other from
 * left to right.
 */
export const brokenAmounts = (page: Page): Promise<readonly string[]> =>
  page.evaluate((sheet) => {
    const found: string[] = []
    const panel = document.querySelector(sheet)
    const texts = document.createTreeWalker(panel ?? document.body, NodeFilter.SHOW_TEXT)
    // Groups of an address or a code may wrap, and a full stop belongs to the sentence. Bidi isolates enclose parts of right-to-left sentences.
    const amount =
      /(?<![\w.…])([−+<≈-] ?)?(\p{Nd}(?:[\p{Nd}.,]*\p{Nd})?)(?:\u2069? \u2068?(\p{Lu}{2,}))?(?![\w…])/gu
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      if (!node.parentElement?.checkVisibility({ opacityProperty: true })) continue
      for (const match of text.matchAll(amount)) {
        const [whole, sign = '', digits = '', symbol] = match
        const range = document.createRange()
        const boxes: DOMRect[] = []
        for (const [from, length] of [
          [0, sign.trim().length],
          ...Array.from(digits, (_, at) => [sign.length + at, 1]),
          [whole.length - 1, symbol === undefined ? 0 : 1],
        ] as const) {
          if (!length) continue
          range.setStart(node, match.index + (from ?? 0))
          range.setEnd(node, match.index + (from ?? 0) + length)
          boxes.push(range.getBoundingClientRect())
        }
        const visible = boxes.filter(({ width }) => width > 0)
        // A symbol may be on the next line, and a plus between two amounts on the line before.
        const digitBoxes = visible.slice(sign === '' ? 0 : 1, symbol === undefined ? undefined : -1)
        const isWrapped = digitBoxes.some(
          ({ top, height }) => Math.abs(top - (digitBoxes[0]?.top ?? top)) > height / 2,
        )
        const line = visible.filter(
          ({ top, height }) => Math.abs(top - (digitBoxes[0]?.top ?? top)) < height / 2,
        )
        const isOutOfOrder = line.some(({ left }, at) => left < (line[at - 1]?.left ?? left))
        if (isWrapped) found.push(`parted: ${whole} in ${text.slice(0, 80)}`)
        if (isOutOfOrder) found.push(`out of order: ${whole} in ${text.slice(0, 80)}`)
      }
    }
    return found
  }, sheetSelector)
