import { walletIconMaxBytes } from '#shared/config/limits.ts'

const drawingElements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath mask title desc'.split(
    ' ',
  ),
)
/** Clips and masks multiply the rendering work when they refer to each other. */
const maxClips = 8
const maxElements = 500

const decode = (body: string, isBase64: boolean): string | undefined => {
  try {
    return isBase64 ? atob(body) : decodeURIComponent(body)
  } catch {
    return undefined
  }
}

/**
 * Whether an SVG contains only drawing elements: no `use` (nested ones freeze a renderer for seconds), no script, no
 * external reference, at most 500 elements (channel D10). A text scan suffices, because the image is only ever shown
 * through `<img>`, and a false positive costs no more than the icon.
 */
function isPlainDrawing(svg: string): boolean {
  if (/<[!?]|&#?\w+;|\son\w+\s*=|javascript:|@import/i.test(svg.replace(/^\s*<\?xml[^>]*\?>/, '')))
    return false
  if (/(?:href|src)\s*=/i.test(svg) || /url\(\s*(?!['"]?#)/i.test(svg)) return false
  const names = [...svg.matchAll(/<\s*([^\s/>]+)/g)].map((match) => match[1]?.toLowerCase() ?? '')
  const clips = names.filter((name) => name === 'clippath' || name === 'mask').length
  return names.length <= maxElements && clips <= maxClips && names.every((name) => drawingElements.has(name))
}

/**
 * Returns an announced icon that is safe to render, or undefined: a `data:` raster image or a plain SVG of at most 32 KiB.
 */
export function validateIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > walletIconMaxBytes) return undefined
  const text = icon.trim()
  // Declared here and not outside the function: the browser would retain the compiled expressions for a few icons.
  if (/^data:image\/(png|webp|jpeg|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/.test(text)) return text
  const svgIcon = /^data:image\/svg\+xml(;(?:charset=)?utf-?8)?(;base64)?,(.*)$/is
  const [, , base64, body] = svgIcon.exec(text) ?? []
  if (body === undefined) return undefined
  const svg = decode(body, base64 !== undefined)
  return svg !== undefined && isPlainDrawing(svg) ? text : undefined
}
