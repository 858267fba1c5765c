/** Limits of a remote SVG (channel threat T19); rendering a drawing of this size takes some milliseconds. */
export const svgLimits = { bytes: 65_536, elements: 500, clips: 8, depth: 32, side: 4_096 } as const

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'

/**
 * Elements that only draw. Excludes `use` and `pattern`, which multiply what they refer to, `filter`, whose cost no limit
 * here bounds, and `style`, `text`, `image`, `foreignObject`, `script`, animations.
 */
export const drawingElements: ReadonlySet<string> = new Set(
  'svg g defs path rect circle ellipse line polyline polygon clipPath mask linearGradient radialGradient stop'.split(
    ' ',
  ),
)

/** Elements that are dropped with their content: they draw nothing. */
export const nonDrawingElements: ReadonlySet<string> = new Set(['title', 'desc', 'metadata'])

/** Namespaces of editors, whose elements are dropped. */
export const editorNamespaces: ReadonlySet<string> = new Set([
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
])

/** Geometry; values are numbers, paths and transformations. */
const geometryAttributes =
  'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform pathLength preserveAspectRatio ' +
  'gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits maskContentUnits'

/** Presentation, as attributes and as properties of `style`. Excludes `stroke-dasharray`: tiny dashes freeze a renderer. */
const presentationAttributes =
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'opacity color stop-color stop-opacity clip-path clip-rule mask mask-type display visibility paint-order ' +
  'shape-rendering color-interpolation vector-effect isolation mix-blend-mode'

export const presentation: ReadonlySet<string> = new Set(presentationAttributes.split(' '))
export const attributes: ReadonlySet<string> = new Set([...geometryAttributes.split(' '), ...presentation])

/** An id inside the drawing. */
export const localId = /^[A-Za-z_][\w.:-]{0,127}$/

/**
 * True for a value without escapes, quotes and at-rules. Of functions, `url()` may only refer to an id of the drawing; the
 * others are colours and transformations.
 */
export function isPlainValue(value: string): boolean {
  if (!/^[\w\s.,#%()+:-]*$/.test(value)) return false
  return [...value.matchAll(/([A-Za-z-]*)\s*\(([^()]*)\)?/g)].every(([, name = '', argument = '']) => {
    if (name.toLowerCase() === 'url')
      return localId.test(argument.trim().replace(/^#/, '')) && /^\s*#/.test(argument)
    return /^(?:rgb|rgba|hsl|hsla|matrix|translate|translateX|translateY|scale|rotate|skewX|skewY)$/.test(
      name,
    )
  })
}
