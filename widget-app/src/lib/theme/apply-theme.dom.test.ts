import { describe, expect, it } from 'vitest'
import { parseThemeVariables } from '#shared/config/theme.ts'
import { applyTheme, themeProperties } from './apply-theme.ts'

function root() {
  return document.createElement('html')
}

describe('applyTheme', () => {
  it('behavior: defaults set nothing but the mode, because the stylesheet has them', () => {
    const variables = { accent: '#0988f0' }
    expect([...themeProperties({ mode: 'auto', variables })]).toEqual([])
  })

  it('behavior: accent, font size, radius and family are set on the root', () => {
    const html = root()
    const { variables } = parseThemeVariables({
      accent: '#c00',
      fontSize: '12px',
      borderRadius: 8,
      fontFamily: 'Inter',
    })
    applyTheme(html, { mode: 'dark', variables })
    expect(html.style.getPropertyValue('--font-unit')).toBe('0.75rem')
    expect(html.style.getPropertyValue('--radius')).toBe('8px')
    expect(html.style.getPropertyValue('--font-family')).toBe('Inter, system-ui, sans-serif')
    expect(html.style.getPropertyValue('--accent-9')).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/)
    expect(html.dataset.theme).toBe('dark')
  })

  it('behavior: a later theme replaces an earlier one whole', () => {
    const html = root()
    applyTheme(html, { mode: 'dark', variables: { accent: '#ff0000', borderRadius: 0 } })
    applyTheme(html, { mode: 'light', variables: {} })
    expect(Array.from(html.style).filter((name) => name.startsWith('--'))).toEqual([])
    expect(html.dataset.theme).toBe('light')
  })

  it('behavior: the root has the page’s colour scheme and never the widget’s own', () => {
    const html = root()
    applyTheme(html, { mode: 'dark', variables: {} })
    expect(html.style.getPropertyValue('color-scheme')).toBe('normal')
    applyTheme(html, { mode: 'light', variables: {}, pageScheme: 'dark' })
    expect(html.style.getPropertyValue('color-scheme')).toBe('dark')
  })

  it('behavior: a mix colour without strength changes nothing', () => {
    expect(themeProperties({ mode: 'auto', variables: { colorMix: '#ff0000' } }).size).toBe(0)
    const mixed = themeProperties({ mode: 'auto', variables: { colorMix: '#ff0000', colorMixStrength: 30 } })
    expect(mixed.get('--neutral-1')).not.toBe(undefined)
  })
})
