import { describe, expect, it } from 'vitest'
import { parseThemeVariables } from '#shared/config/theme.ts'
import { applyTheme, themeProperties } from './apply-theme.ts'

const blankPage = () => document.implementation.createHTMLDocument()
const property = (page: Document, name: string) => page.body.style.getPropertyValue(name)

describe('applyTheme', () => {
  it('defaults › set only the mode, because the stylesheet has them', () => {
    expect([...themeProperties({ mode: 'auto', variables: { accent: '#0988f0' } })]).toEqual([])
  })

  it('accent, font size, radius and family › set', () => {
    const page = blankPage()
    const asked = { accent: '#c00', fontSize: '12px', borderRadius: 8, fontFamily: 'Inter' }
    applyTheme(page, { mode: 'dark', variables: parseThemeVariables(asked).variables })
    expect(property(page, '--font-unit')).toBe('0.75rem')
    expect(property(page, '--radius')).toBe('8px')
    expect(property(page, '--font-family')).toBe('Inter, system-ui, sans-serif')
    expect(property(page, '--accent-9')).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/)
    expect(page.documentElement.dataset.theme).toBe('dark')
  })

  it('later theme › replaces an earlier one completely', () => {
    const page = blankPage()
    applyTheme(page, { mode: 'dark', variables: { accent: '#ff0000', borderRadius: 0 } })
    applyTheme(page, { mode: 'light', variables: {} })
    expect(Array.from(page.body.style)).toEqual([])
    expect(page.documentElement.dataset.theme).toBe('light')
  })

  it('root › has the page’s colour scheme and never the widget’s own', () => {
    const page = blankPage()
    const root = page.documentElement.style
    applyTheme(page, { mode: 'dark', variables: {} })
    expect(root.getPropertyValue('color-scheme')).toBe('normal')
    applyTheme(page, { mode: 'light', variables: {}, pageScheme: 'dark' })
    expect(root.getPropertyValue('color-scheme')).toBe('dark')
  })

  it('mix colour › applied only with a strength', () => {
    expect(themeProperties({ mode: 'auto', variables: { colorMix: '#ff0000' } }).size).toBe(0)
    const mixed = themeProperties({ mode: 'auto', variables: { colorMix: '#ff0000', colorMixStrength: 30 } })
    expect(mixed.get('--neutral-1')).toMatch(/^light-dark/)
  })
})
