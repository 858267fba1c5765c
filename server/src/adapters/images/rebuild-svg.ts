import { SaxesParser, type SaxesTagNS } from 'saxes'
import {
  attributes,
  drawingElements,
  editorNamespaces,
  isPlainValue,
  localId,
  presentation,
  silentElements,
  svgLimits,
  svgNamespace,
  xlinkNamespace,
} from './svg-rules.ts'

type Rebuilt = { readonly svg: string } | { readonly refused: string }

/** Why an SVG is rejected; thrown from the parser's callbacks. */
class RefusedSvg extends Error {}

const refuse = (reason: string): never => {
  throw new RefusedSvg(reason)
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The presentation properties of `style`; drops others, such as fonts. */
function plainStyle(style: string): string {
  const kept = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    if (colon < 0 || !presentation.has(property)) return []
    if (!isPlainValue(value)) refuse('a style that is not plain')
    return [`${property}:${value}`]
  })
  return kept.join(';')
}

const isSize = (value: string) => /^\d{1,4}(?:\.\d{1,6})?(?:px)?$/.test(value)

/** Checks the root's sizes, which a browser may use as the image's size. */
function checkRoot(values: ReadonlyMap<string, string>): void {
  const box =
    values
      .get('viewBox')
      ?.trim()
      .split(/[\s,]+/) ?? []
  const sizes = ['width', 'height'].map((name) => values.get(name) ?? '')
  const isBoxed = box.length === 4 && box.every((part) => Number.isFinite(Number(part)))
  if (values.has('viewBox') ? !isBoxed : !sizes.every(isSize)) refuse('no view box')
  for (const size of [...sizes.filter(isSize), ...box.slice(2)])
    if (Number.parseFloat(size) > svgLimits.side || Number.parseFloat(size) <= 0)
      refuse(`a side that is not within ${svgLimits.side}`)
}

/** The allowed attributes of an element, by name. */
function plainAttributes(tag: SaxesTagNS): ReadonlyMap<string, string> {
  const kept = new Map<string, string>()
  for (const { local, prefix, uri, value } of Object.values(tag.attributes)) {
    const isPlain = prefix === '' && uri === ''
    if (/^on/i.test(local)) refuse('an event handler')
    if (local === 'href' && (isPlain || uri === xlinkNamespace)) {
      if (!/^#/.test(value) || !localId.test(value.slice(1))) refuse('a reference to the outside')
      // Gradients inherit their stops by reference; no other allowed element refers to another one.
      if (tag.local === 'linearGradient' || tag.local === 'radialGradient') kept.set('href', value)
    } else if (!isPlain) {
      // Attributes of editors, and namespace declarations.
    } else if (local === 'id') {
      if (localId.test(value)) kept.set('id', value)
    } else if (local === 'style') kept.set('style', plainStyle(value))
    else if (attributes.has(local)) {
      if (!isPlainValue(value)) refuse(`a value of ${local} that is not plain`)
      // The root's size comes from the view box: percentages and units depend on the page.
      const isDropped = tag.local === 'svg' && (local === 'width' || local === 'height') && !isSize(value)
      if (!isDropped) kept.set(local, value)
    }
  }
  return kept
}

const isClipped = (kept: ReadonlyMap<string, string>): boolean =>
  kept.has('mask') || kept.has('clip-path') || /(?:^|;)(?:mask|clip-path):/.test(kept.get('style') ?? '')

/**
 * Rebuilds an SVG from elements and attributes that only draw. Drops what draws nothing; rejects the image if anything could
 * load, run or multiply. The result has no declaration, no comment, no entity and one namespace, so that a browser parses
 * the same elements that were checked here.
 */
export function rebuildSvg(source: string): Rebuilt {
  const parser = new SaxesParser({ xmlns: true })
  const out: string[] = []
  /** Number of open elements; all elements from `skippedFrom` on are dropped. */
  let depth = 0
  let skippedFrom: number | undefined
  let elements = 0
  let clips = 0
  let clippedFrom: number | undefined

  parser.on('error', () => refuse('not well-formed XML'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-8$/i.test(encoding)) refuse('an encoding other than UTF-8')
  })
  parser.on('doctype', (doctype) => {
    if (/[[<]|ENTITY/i.test(doctype)) refuse('a document type with declarations')
  })
  parser.on('processinginstruction', () => refuse('a processing instruction'))
  parser.on('text', (text) => {
    if (skippedFrom === undefined && text.trim() !== '') refuse('text')
  })
  parser.on('cdata', () => {
    if (skippedFrom === undefined) refuse('text')
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    if (elements > svgLimits.elements) refuse(`more than ${svgLimits.elements} elements`)
    if (depth > svgLimits.depth) refuse(`more than ${svgLimits.depth} levels`)
    const isSvg = tag.uri === svgNamespace
    const isSilent = isSvg ? silentElements.has(tag.local) : editorNamespaces.has(tag.uri)
    if (skippedFrom === undefined && depth > 1 && isSilent) skippedFrom = depth
    if (skippedFrom !== undefined) return
    if (!isSvg || !drawingElements.has(tag.local)) refuse(`the element ${tag.local.slice(0, 32)}`)
    // A nested root has its own viewport, which no image needs.
    if ((tag.local === 'svg') !== (depth === 1)) refuse(`the element ${tag.local} at level ${depth}`)
    const isClip = tag.local === 'clipPath' || tag.local === 'mask'
    clips += isClip ? 1 : 0
    if (isClip) clippedFrom ??= depth
    if (clips > svgLimits.clips) refuse(`more than ${svgLimits.clips} clips and masks`)
    const kept = plainAttributes(tag)
    if (depth === 1) checkRoot(kept)
    // Nested clips multiply the rendering work with each level.
    if (clippedFrom !== undefined && isClipped(kept)) refuse('a clip or mask inside another')
    const written = [...kept].map(([name, value]) => ` ${name}="${escapeText(value)}"`)
    out.push(`<${tag.local}${depth === 1 ? ` xmlns="${svgNamespace}"` : ''}${written.join('')}>`)
  })
  parser.on('closetag', (tag) => {
    if (skippedFrom === undefined) out.push(`</${tag.local}>`)
    else if (skippedFrom === depth) skippedFrom = undefined
    if (clippedFrom === depth) clippedFrom = undefined
    depth -= 1
  })

  try {
    parser.write(source).close()
  } catch (error) {
    return { refused: error instanceof RefusedSvg ? error.message : 'not well-formed XML' }
  }
  return { svg: out.join('') }
}
