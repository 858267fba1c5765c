import { describe, expect, test } from 'vitest'
import { cleanSvg, inlineClasses, onTile, svgOf, svgProblems, svgUri } from './svg-clean.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const wrap = (inside: string) => `<svg viewBox="0 0 8 8" ${xmlns}>${inside}</svg>`
const limit = 8_192

describe('svgProblems', () => {
  test('plain drawing › no problems', () => {
    expect(svgProblems(wrap('<g fill="url(#a)"><path d="M0 0h8v8z"/></g>'), limit)).toEqual([])
  })

  test.each([
    ['<script>x()</script>', '<script>'],
    ['<style>path{}</style>', '<style>'],
    ['<use href="#a"/>', '<use>'],
    ['<image href="data:image/png;base64,AA=="/>', '<image>'],
    ['<foreignObject/>', '<foreignObject>'],
    ['<path onclick="x()"/>', 'event handler'],
    ['<path\nONLOAD = "x()"/>', 'event handler'],
    ['<linearGradient xlink:href="https://a.test/#b"/>', 'outside reference'],
    ["<linearGradient href='//a.test'/>", 'outside reference'],
    ['<path fill="url(https://a.test/x)"/>', 'outside url()'],
    ['<path style="background:url(&quot;//a.test&quot;)"/>', 'outside url()'],
    ['<path fill="javascript:x"/>', 'active content'],
    ['<path d=">" onload="x()"/>', 'text'],
    ['<path fill="java&#115;cript:x"/>', 'entity'],
    ['<!ENTITY a "b">', 'declaration or comment'],
  ])('%s › problem', (inside, problem) => {
    expect(svgProblems(wrap(inside), limit)).toContain(problem)
  })

  test('more than 500 elements or too many bytes › problems', () => {
    expect(svgProblems(wrap('<g/>'.repeat(500)), limit)).toEqual(['501 elements'])
    expect(svgProblems(wrap('<g/>'.repeat(499)), limit)).toEqual([])
    expect(svgProblems(wrap(`<path d="${'M0 0'.repeat(10)}"/>`), 100)).toHaveLength(1)
  })

  test('text without an SVG root or view box › problem', () => {
    expect(svgProblems('<p></p>', limit)).toEqual(['no svg root', 'no viewBox', '<p>'])
  })
})

describe('cleanSvg', () => {
  test('parts that are not rendered › removed, drawing unchanged', () => {
    const source = `<?xml version="1.0"?><!-- by hand -->
      <svg ${xmlns} xmlns:sketch="http://x" width="24px" height="24px" class="icon" style="background-color:white">
        <title>Mark</title><metadata><rdf/></metadata>
        <path  d="M0 0h8" data-name="Layer 1" />
      </svg>`
    expect(cleanSvg(source)).toBe(`<svg viewBox="0 0 24 24" ${xmlns}><path d="M0 0h8"/></svg>`)
  })

  test('root with a style of the drawing › style retained', () => {
    const source = `<svg viewBox="0 0 8 8" ${xmlns} style="fill-rule:evenodd; background:red"><g/></svg>`
    expect(cleanSvg(source)).toContain('style="fill-rule:evenodd"')
  })
})

test('tile › covers the view box, behind the drawing', () => {
  const svg = `<svg viewBox="-10 -10 40 30" ${xmlns}><path/></svg>`
  expect(onTile(svg, '#fff')).toContain('><rect x="-10" y="-10" width="40" height="30" fill="#fff"/><path/>')
})

test('svgOf › both encodings, SVG only', () => {
  const svg = wrap('<g/>')
  expect(svgOf(svgUri(svg))).toBe(svg)
  expect(svgOf(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`)).toBe(svg)
  expect(svgOf('data:image/png;base64,AA==')).toBeUndefined()
})

test('classes › sheet of class rules › converted to attributes', () => {
  const sheet = '<defs><style>.a{fill:#fff;stroke: #000;}\n.b-2{opacity:.5}</style></defs>'
  expect(inlineClasses(wrap(`${sheet}<path class="a b-2" d="M0 0"/><path class="c"/>`))).toBe(
    wrap('<path fill="#fff" stroke="#000" opacity=".5" d="M0 0"/><path/>'),
  )
})

test.each(['path{fill:red}', '.a>path{fill:red}', '@import "x";.a{fill:red}'])(
  'classes › sheet with %s › unchanged, and a problem',
  (sheet) => {
    const svg = wrap(`<style>${sheet}</style><path class="a"/>`)
    expect(inlineClasses(svg)).toBe(svg)
    expect(svgProblems(svg, limit)).toContain('<style>')
  },
)
