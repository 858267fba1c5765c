/** Limits of a bundled SVG (channel threat T19): bytes of the file by kind, and number of elements. */
export const svgLimits = { wallets: 8_192, tokens: 8_192, networks: 8_192, elements: 500 } as const

const allowedElements = new Set(
  (
    'svg g defs path rect circle ellipse line polyline polygon clipPath mask linearGradient radialGradient ' +
    'stop filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feOffset feMerge feMergeNode feMorphology'
  ).split(' '),
)

const tags = (svg: string): string[] => svg.match(/<[a-zA-Z][^>]*>/g) ?? []

/** Reasons not to bundle an SVG; empty if it is clean. A text check, without rendering. */
export function svgProblems(svg: string, maxBytes: number): string[] {
  const problems: string[] = []
  const opening = tags(svg)
  const bytes = new TextEncoder().encode(svg).length
  if (bytes > maxBytes) problems.push(`${bytes} bytes`)
  if (opening.length > svgLimits.elements) problems.push(`${opening.length} elements`)
  if (!/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(svg)) problems.push('no svg root')
  if (!/^<svg [^>]*viewBox="/.test(svg)) problems.push('no viewBox')
  if (/<[!?]/.test(svg)) problems.push('declaration or comment')
  // Text or an unusual entity could hide a tag, an attribute or a scheme from the checks below.
  if (svg.replace(/<[^>]*>/g, '').trim() !== '') problems.push('text')
  if (/&(?!quot;|apos;|amp;)/.test(svg)) problems.push('entity')
  for (const tag of opening) {
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? ''
    if (!allowedElements.has(name)) problems.push(`<${name}>`)
    if (/\son\w+\s*=/i.test(tag)) problems.push('event handler')
    if (/\b(?:xlink:)?href\s*=\s*["'](?!#)/i.test(tag)) problems.push('outside reference')
  }
  if (/url\(\s*["']?(?!#)/i.test(svg.replaceAll('&quot;', '"'))) problems.push('outside url()')
  if (/@import|expression\(|javascript:/i.test(svg)) problems.push('active content')
  return [...new Set(problems)]
}

const dimensionOf = (root: string, name: 'width' | 'height'): string | undefined =>
  new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1]

// A background belongs to the tile; any other style of the root is part of the drawing.
const drawingStyle = (style: string): string =>
  style
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '' && !/^(background|enable-background|width|height)/.test(rule))
    .join(';')

function cleanRoot(root: string): string {
  const width = dimensionOf(root, 'width')
  const height = dimensionOf(root, 'height')
  const plain = root.replace(/\sstyle="([^"]*)"/, (_, style: string) => {
    const remaining = drawingStyle(style)
    return remaining === '' ? '' : ` style="${remaining}"`
  })
  const bare = plain.replace(/\s(?:width|height|class|id|version|x|y|xml:space)="[^"]*"/g, '')
  if (/\sviewBox="/.test(bare) || width === undefined || height === undefined) return bare
  return bare.replace(/^<svg/, `<svg viewBox="0 0 ${width} ${height}"`)
}

/** Removes parts that are not rendered (prolog, comments, editor data, spaces); the drawing is unchanged. */
export function cleanSvg(source: string): string {
  const text = source
    .replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/gi, '')
    .replace(/<(?:metadata|title|desc|sodipodi:namedview)\b[^>]*\/>/g, '')
    .replace(/<(metadata|title|desc|sodipodi:namedview)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<(defs|g)\b[^>]*(?:\/>|>\s*<\/\1>)/g, '')
    .replace(/\s(?:data-[\w-]+|sodipodi:[\w-]+|inkscape:[\w-]+|sketch:[\w-]+|enable-background)="[^"]*"/g, '')
    .replace(/\sxmlns:(?!xlink)[\w-]+="[^"]*"/g, '')
    .replace(/>\s+</g, '><')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\/?>)/g, '$1')
    .trim()
  const linked = /\sxlink:href=/.test(text) ? text : text.replace(/\sxmlns:xlink="[^"]*"/, '')
  return linked.replace(/^<svg[^>]*>/, cleanRoot)
}

/** Moves the rules of a style sheet to the elements of their classes; a sheet with other selectors is unchanged. */
export function inlineClasses(svg: string): string {
  const [element = '', sheet = ''] = /<style[^>]*>([^<]*)<\/style>/.exec(svg) ?? []
  const rule = /\.([\w-]+)\s*\{([^}]*)\}/g
  if (element === '' || sheet.replace(rule, '').trim() !== '') return svg
  const attributes = new Map(
    [...sheet.matchAll(rule)].map(([, name = '', declarations = '']) => [
      name,
      declarations.replace(/\s*([\w-]+)\s*:\s*([^;"]*);?\s*/g, ' $1="$2"'),
    ]),
  )
  return svg
    .replace(element, '')
    .replace(/<defs><\/defs>/, '')
    .replace(/\sclass="([^"]*)"/g, (_, names: string) =>
      names
        .split(/\s+/)
        .map((name) => attributes.get(name) ?? '')
        .join(''),
    )
}

/** The SVG with a plain tile of `colour` behind the drawing, as large as its view box. */
export function onTile(svg: string, colour: string): string {
  const box =
    /^<svg[^>]*viewBox="([^"]*)"/
      .exec(svg)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const [x = '0', y = '0', width = '0', height = '0'] = box
  const at = x === '0' && y === '0' ? '' : ` x="${x}" y="${y}"`
  const tile = `<rect${at} width="${width}" height="${height}" fill="${colour}"/>`
  return svg.replace(/^<svg[^>]*>/, (root) => `${root}${tile}`)
}

/** The text of an SVG `data:` URI; `undefined` for any other kind of data. */
export function svgOf(dataUri: string): string | undefined {
  const match = /^data:image\/svg\+xml([^,]*),([\s\S]*)$/.exec(dataUri)
  if (!match) return undefined
  const [, parameters = '', data = ''] = match
  return parameters.includes('base64')
    ? Buffer.from(data, 'base64').toString('utf8')
    : decodeURIComponent(data)
}

/** The SVG as a `data:` URI, the inverse of `svgOf`. */
export const svgUri = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
