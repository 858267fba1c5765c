import type { hostileIcons, hostileNames } from './setup.ts'

/** Wallet names that attack a list: by length, text direction, markup or control characters. */
export function hostileName(kind: (typeof hostileNames)[number]): string {
  switch (kind) {
    case 'long':
      return 'Very long wallet '.repeat(640)
    case 'bidi':
      return 'Safe \u202Etellaw\u202C \u2066 wallet'
    case 'markup':
      return '<img src=x onerror="globalThis.hacked=1"><b>Bold</b> wallet'
    case 'control':
      return 'Meta\u0000Mask\u200B\u200D\uFEFF\u0007 \u001B[31m'
    case 'empty':
      return ' \u200B '
  }
}

const dataSvg = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`
const svgStart =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'

/** Five levels of ten `<use>` elements each: about 1,000 bytes that take seconds to render. */
function createSvgBomb(): string {
  const levels = [1, 2, 3, 4, 5].map((level) => {
    const uses = Array.from({ length: 10 }, () => `<use xlink:href="#l${level - 1}"/>`).join('')
    return `<g id="l${level}">${uses}</g>`
  })
  return `${svgStart}<defs><g id="l0"><rect width="9" height="9" filter="blur(1px)"/></g>${levels.join('')}</defs><use xlink:href="#l5"/></svg>`
}

/** Icons that attack the page that renders them. */
export function hostileIcon(kind: (typeof hostileIcons)[number], evilUrl: string): string {
  switch (kind) {
    case 'javascript':
      return 'javascript:globalThis.hacked=1'
    case 'remote':
      return `${evilUrl}/icon.svg?leak=1`
    case 'scripted':
      return dataSvg(
        `${svgStart}<script>globalThis.hacked=1</script><rect width="9" height="9" onload="globalThis.hacked=1"/></svg>`,
      )
    case 'bomb':
      return dataSvg(createSvgBomb())
    case 'remote-image':
      return dataSvg(`${svgStart}<image href="${evilUrl}/icon.svg?leak=2" width="9" height="9"/></svg>`)
    case 'huge':
      return dataSvg(`${svgStart}${'<rect width="9" height="9"/>'.repeat(12_000)}</svg>`)
  }
}
