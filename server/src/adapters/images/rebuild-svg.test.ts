import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rebuildSvg } from './rebuild-svg.ts'

const root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
const wrap = (content: string) => `${root}${content}</svg>`
const result = (source: string) => {
  const rebuilt = rebuildSvg(source)
  return 'svg' in rebuilt ? rebuilt.svg : `refused: ${rebuilt.refused}`
}

describe('SVG › rebuilt', () => {
  it.each([
    [wrap('<path d="M0 0h24v24z" fill="#09f"/>'), wrap('<path d="M0 0h24v24z" fill="#09f"></path>')],
    [`<?xml version="1.0" encoding="utf-8"?><!-- a -->\n${wrap('<g/>')}\n<!-- b -->`, wrap('<g></g>')],
    [`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">${wrap('')}`, wrap('')],
    [wrap('<title>a <b/> &amp; b</title><metadata><x:a xmlns:x="urn:x"/></metadata><g/>'), wrap('<g></g>')],
    [
      wrap('<g class="a" data-x="1" font-family="x" aria-label="<>"/>').replace('<>', '&lt;'),
      wrap('<g></g>'),
    ],
    [
      wrap('<rect style="fill:#fff; font-family:&quot;A&quot;;opacity:.5"/>'),
      wrap('<rect style="fill:#fff;opacity:.5"></rect>'),
    ],
    [wrap('<mask id="a"></mask><g mask="url(#a)"></g>'), wrap('<mask id="a"></mask><g mask="url(#a)"></g>')],
    [wrap('<circle fill="url(#a)"/>'), wrap('<circle fill="url(#a)"></circle>')],
    [wrap('<linearGradient id="a" href="#b"/>'), wrap('<linearGradient id="a" href="#b"></linearGradient>')],
    [
      wrap('<radialGradient xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#b"/>'),
      wrap('<radialGradient href="#b"></radialGradient>'),
    ],
    [
      wrap(
        '<s:view xmlns:s="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"><path d="M0"/>x</s:view><g/>',
      ),
      wrap('<g></g>'),
    ],
    ['<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><s:g/></s:svg>', wrap('<g></g>')],
    [`${root.replace('>', ' width="100%" height="2em">')}</svg>`, wrap('')],
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9px"/>',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9px"></svg>',
    ],
  ])('%s › %s', (source, expected) => expect(result(source)).toBe(expected))

  it('bundled images › accepted, except those with filters', () => {
    const rejected = ['wallets', 'tokens', 'networks'].flatMap((folder) =>
      readdirSync(`widget-app/public/${folder}`)
        .filter((file) => file.endsWith('.svg'))
        .map((file) => result(readFileSync(`widget-app/public/${folder}/${file}`, 'utf8')))
        .filter((text) => text.startsWith('refused')),
    )
    expect(new Set(rejected)).toEqual(new Set(['refused: the element filter']))
    expect(rejected.length).toBeLessThan(5)
  })

  it('rebuilt image › rebuilt to itself', () => {
    const once = result(readFileSync('widget-app/public/tokens/usdc.svg', 'utf8'))
    expect(result(once)).toBe(once)
  })
})

describe('SVG › rejected', () => {
  it.each([
    ['<script>alert(1)</script>', 'the element script'],
    ['<script href="https://evil.example/a.js"/>', 'the element script'],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', 'the element script'],
    ['<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>', 'the element script'],
    [
      '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
      'the element foreignObject',
    ],
    ['<g onload="alert(1)"/>', 'an event handler'],
    ['<g ONCLICK="alert(1)"/>', 'an event handler'],
    ['<image href="https://evil.example/a.png"/>', 'the element image'],
    ['<use href="#a"/>', 'the element use'],
    ['<a href="javascript:alert(1)"/>', 'the element a'],
    ['<style>@import url(https://evil.example)</style>', 'the element style'],
    ['<animate attributeName="href"/>', 'the element animate'],
    ['<set attributeName="onload"/>', 'the element set'],
    ['<filter id="a"/>', 'the element filter'],
    ['<pattern id="a"/>', 'the element pattern'],
    ['<text>a</text>', 'the element text'],
    ['<iframe/>', 'the element iframe'],
    ['<svg/>', 'the element svg at level 2'],
    ['<linearGradient href="https://evil.example/#a"/>', 'a reference to the outside'],
    ['<linearGradient href="#"/>', 'a reference to the outside'],
    ['<g href="data:text/html,a"/>', 'a reference to the outside'],
    ['<g fill="url(https://evil.example)"/>', 'a value of fill that is not plain'],
    ['<g fill="url(//evil.example)"/>', 'a value of fill that is not plain'],
    ['<g fill="URL( evil )"/>', 'a value of fill that is not plain'],
    ['<g fill="u\\72l(https://evil.example)"/>', 'a value of fill that is not plain'],
    ['<g fill="url(&#35;a)url(evil)"/>', 'a value of fill that is not plain'],
    ['<g fill="image-set(a)"/>', 'a value of fill that is not plain'],
    ['<g fill="rgb(var(--a))"/>', 'a value of fill that is not plain'],
    ['<g fill="attr(x)"/>', 'a value of fill that is not plain'],
    ['<g style="fill:url(https://evil.example)"/>', 'a style that is not plain'],
    ['<g style="fill:expression(alert(1))"/>', 'a style that is not plain'],
    ['<g style="fill:red/**/;fill:url(evil)"/>', 'a style that is not plain'],
    ['alert', 'text'],
    ['<![CDATA[alert]]>', 'text'],
    ['<?xml-stylesheet href="a.css"?>', 'a processing instruction'],
    ['&a;', 'not well-formed XML'],
    ['<g>', 'not well-formed XML'],
    ['<g a=1/>', 'not well-formed XML'],
    ['<g fill="a" fill="b"/>', 'not well-formed XML'],
    ['<x:g/>', 'not well-formed XML'],
    [
      '<mask id="a"><mask id="b"/></mask>'.replace('<mask id="b"/>', '<g mask="url(#b)"/>'),
      'a clip or mask inside another',
    ],
    ['<clipPath id="a" clip-path="url(#a)"/>', 'a clip or mask inside another'],
    ['<mask id="a"><g><g style="fill:red;mask:url(#a)"/></g></mask>', 'a clip or mask inside another'],
    ['<mask id="a"><g/><g mask="url(#b)"/></mask>', 'a clip or mask inside another'],
    ['<mask id="a"/>'.repeat(9), 'more than 8 clips and masks'],
    ['<g/>'.repeat(500), 'more than 500 elements'],
    ['<g>'.repeat(32) + '</g>'.repeat(32), 'more than 32 levels'],
    [`<title>${'<g>'.repeat(40)}${'</g>'.repeat(40)}</title>`, 'more than 32 levels'],
  ])('element %s › %s', (content, reason) => expect(result(wrap(content))).toBe(`refused: ${reason}`))

  it.each([
    ['', 'not well-formed XML'],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'the element html'],
    ['<svg viewBox="0 0 1 1"/>', 'the element svg'],
    ['<title xmlns="http://www.w3.org/2000/svg"/>', 'the element title'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'no view box'],
    ['<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="9"/>', 'no view box'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1"/>', 'no view box'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 a b"/>', 'no view box'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5000 9"/>', 'a side that is not within 4096'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 1e9"/>', 'a side that is not within 4096'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9"/>', 'a side that is not within 4096'],
    [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9999" height="1"/>',
      'a side that is not within 4096',
    ],
    [`<?xml version="1.0" encoding="utf-16"?>${wrap('')}`, 'an encoding other than UTF-8'],
    [
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${wrap('')}`,
      'a document type with declarations',
    ],
    [
      `<!DOCTYPE svg SYSTEM "a" [<!ENTITY % b SYSTEM "file:///etc/passwd">]>${wrap('')}`,
      'a document type with declarations',
    ],
    [`<?xml-stylesheet href="a.css"?>${wrap('')}`, 'a processing instruction'],
    [`${wrap('')}${wrap('')}`, 'not well-formed XML'],
    [`${wrap('')}<script/>`, 'not well-formed XML'],
    [`${wrap('')}x`, 'not well-formed XML'],
  ])('document %s › %s', (source, reason) => expect(result(source)).toBe(`refused: ${reason}`))
})
