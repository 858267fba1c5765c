import { walletIconMaxBytes } from '#shared/config/limits.ts'

const drawingElements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath mask title desc'.split(
    ' ',
  ),
)
/** Clips and masks multiply the work of drawing when they refer to each other. */
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
 * Whether an SVG only draws: known elements, no `use` (nested ones freeze a renderer for seconds), no script, no
 * reference to the outside, at most 500 elements (channel D10). A text scan suffices, because the picture is only ever
 * shown through `<img>`, and a false alarm costs no more than the icon.
 */
function isPlainDrawing(svg: string): boolean {
  if (/<[!?]|&#?\w+;|\son\w+\s*=|javascript:|@import/i.test(svg.replace(/^\s*<\?xml[^>]*\?>/, '')))
    return false
  if (/(?:href|src)\s*=/i.test(svg) || /url\(\s*(?!['"]?#)/i.test(svg)) return false
  const names = [...svg.matchAll(/<\s*([^\s/>]+)/g)].map((match) => match[1]?.toLowerCase() ?? '')
  const clips = names.filter((name) => name === 'clippath' || name === 'mask').length
  return names.length <= maxElements && clips <= maxClips && names.every((name) => drawingElements.has(name))
}

/** An announced icon that is safe to draw, or nothing: a `data:` raster image or a plain SVG of at most 32 KiB. */
export function validateIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > walletIconMaxBytes) return undefined
  const text = icon.trim()
  // Written here and not beside the function: the browser would keep for good what it has made of them for a few icons.
  if (/^data:image\/(png|webp|jpeg|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/.test(text)) return text
  const svgIcon = /^data:image\/svg\+xml(;(?:charset=)?utf-?8)?(;base64)?,(.*)$/is
  const [, , base64, body] = svgIcon.exec(text) ?? []
  if (body === undefined) return undefined
  const svg = decode(body, base64 !== undefined)
  return svg !== undefined && isPlainDrawing(svg) ? text : undefined
}
