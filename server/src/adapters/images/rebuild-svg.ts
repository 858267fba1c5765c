import { SaxesParser, type SaxesTagNS } from 'saxes'
import {
  attributes,
  drawingElements,
  editorNamespaces,
  isPlainValue,
  localId,
  nonDrawingElements,
  presentation,
  svgLimits,
  svgNamespace,
  xlinkNamespace,
} from './svg-rules.ts'

type RebuildResult = { readonly svg: string } | { readonly refused: string }

/** Why an SVG is rejected; thrown from the parser's callbacks. */
class RejectedSvgError extends Error {}

const reject = (reason: string): never => {
  throw new RejectedSvgError(reason)
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The presentation properties of `style`; drops others, such as fonts. */
function allowedStyle(style: string): string {
  const allowed = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    if (colon < 0 || !presentation.has(property)) return []
    if (!isPlainValue(value)) reject('a style that is not plain')
    return [`${property}:${value}`]
  })
  return allowed.join(';')
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
  if (values.has('viewBox') ? !isBoxed : !sizes.every(isSize)) reject('no view box')
  for (const size of [...sizes.filter(isSize), ...box.slice(2)])
    if (Number.parseFloat(size) > svgLimits.side || Number.parseFloat(size) <= 0)
      reject(`a side that is not within ${svgLimits.side}`)
}

/** The allowed attributes of an element, by name. */
function allowedAttributes(tag: SaxesTagNS): ReadonlyMap<string, string> {
  const allowed = new Map<string, string>()
  for (const { local, prefix, uri, value } of Object.values(tag.attributes)) {
    const isPlain = prefix === '' && uri === ''
    if (/^on/i.test(local)) reject('an event handler')
    if (local === 'href' && (isPlain || uri === xlinkNamespace)) {
      if (!/^#/.test(value) || !localId.test(value.slice(1))) reject('a reference to the outside')
      // Gradients inherit their stops by reference; no other allowed element refers to another one.
      if (tag.local === 'linearGradient' || tag.local === 'radialGradient') allowed.set('href', value)
    } else if (!isPlain) {
      // Attributes of editors, and namespace declarations.
    } else if (local === 'id') {
      if (localId.test(value)) allowed.set('id', value)
    } else if (local === 'style') allowed.set('style', allowedStyle(value))
    else if (attributes.has(local)) {
      if (!isPlainValue(value)) reject(`a value of ${local} that is not plain`)
      // The root's size comes from the view box: percentages and units depend on the page.
      const isDropped = tag.local === 'svg' && (local === 'width' || local === 'height') && !isSize(value)
      if (!isDropped) allowed.set(local, value)
    }
  }
  return allowed
}

const isClipped = (allowed: ReadonlyMap<string, string>): boolean =>
  allowed.has('mask') ||
  allowed.has('clip-path') ||
  /(?:^|;)(?:mask|clip-path):/.test(allowed.get('style') ?? '')

/**
 * Rebuilds an SVG from elements and attributes that only draw. Drops what draws nothing; rejects the image if anything could
 * load, run or multiply. The result has no declaration, no comment, no entity and one namespace, so that a browser parses
 * the same elements that were checked here.
 */
export function rebuildSvg(source: string): RebuildResult {
  const parser = new SaxesParser({ xmlns: true })
  const out: string[] = []
  /** Number of open elements; all elements from `skippedFrom` on are dropped. */
  let depth = 0
  let skippedFrom: number | undefined
  let elements = 0
  let clips = 0
  let clippedFrom: number | undefined

  parser.on('error', () => reject('not well-formed XML'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-8$/i.test(encoding)) reject('an encoding other than UTF-8')
  })
  parser.on('doctype', (doctype) => {
    if (/[[<]|ENTITY/i.test(doctype)) reject('a document type with declarations')
  })
  parser.on('processinginstruction', () => reject('a processing instruction'))
  parser.on('text', (text) => {
    if (skippedFrom === undefined && text.trim() !== '') reject('text')
  })
  parser.on('cdata', () => {
    if (skippedFrom === undefined) reject('text')
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    if (elements > svgLimits.elements) reject(`more than ${svgLimits.elements} elements`)
    if (depth > svgLimits.depth) reject(`more than ${svgLimits.depth} levels`)
    const isSvg = tag.uri === svgNamespace
    const isNonDrawing = isSvg ? nonDrawingElements.has(tag.local) : editorNamespaces.has(tag.uri)
    if (skippedFrom === undefined && depth > 1 && isNonDrawing) skippedFrom = depth
    if (skippedFrom !== undefined) return
    if (!isSvg || !drawingElements.has(tag.local)) reject(`the element ${tag.local.slice(0, 32)}`)
    // A nested root has its own viewport, which no image needs.
    if ((tag.local === 'svg') !== (depth === 1)) reject(`the element ${tag.local} at level ${depth}`)
    const isClip = tag.local === 'clipPath' || tag.local === 'mask'
    clips += isClip ? 1 : 0
    if (isClip) clippedFrom ??= depth
    if (clips > svgLimits.clips) reject(`more than ${svgLimits.clips} clips and masks`)
    const allowed = allowedAttributes(tag)
    if (depth === 1) checkRoot(allowed)
    // Nested clips multiply the rendering work with each level.
    if (clippedFrom !== undefined && isClipped(allowed)) reject('a clip or mask inside another')
    const written = [...allowed].map(([name, value]) => ` ${name}="${escapeText(value)}"`)
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
    return { refused: error instanceof RejectedSvgError ? error.message : 'not well-formed XML' }
  }
  return { svg: out.join('') }
}
