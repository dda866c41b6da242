import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core'
import './theme.css'

declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}

const scale = (...shades: MantineColorsTuple) => shades

const petrol = scale('#e5f0f4', '#c6e0e8', '#9ccbd9', '#6fb4c8', '#45a6c3', '#2a86a3', '#14708d', '#0e6580', '#0b5167', '#083e4f')
const gray = scale('#f6f7f8', '#f1f3f4', '#eceef0', '#e3e6e8', '#c9ced2', '#848b91', '#626c74', '#4a535a', '#2f363b', '#1b2024')
const dark = scale('#e6e9eb', '#b6bec4', '#939da3', '#6f7980', '#3c444a', '#1f2428', '#14171a', '#14171a', '#0f1214', '#0b0d0f')
const red = scale('#fbe8e6', '#f8d2ce', '#f4b1ab', '#ffb0a9', '#ff8f86', '#e0554c', '#cf352c', '#b0231d', '#8f1a15', '#6d120e')

/** Maps Mantine's color variables to the semantic colors in theme.css, for both color schemes. */
export const cssVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-text': 'var(--dna-text)',
    '--mantine-color-body': 'var(--dna-page)',
    '--mantine-color-bright': 'var(--dna-text)',
    '--mantine-color-dimmed': 'var(--dna-text-3)',
    '--mantine-color-placeholder': 'var(--dna-text-3)',
    '--mantine-color-error': 'var(--dna-bad-text)',
    '--mantine-color-success': 'var(--dna-good-text)',
    '--mantine-color-anchor': 'var(--dna-accent-text)',
    '--mantine-color-default': 'var(--dna-page)',
    '--mantine-color-default-color': 'var(--dna-text)',
    '--mantine-color-default-hover': 'var(--dna-hover)',
    '--mantine-color-default-border': 'var(--dna-line-strong)',
    '--mantine-color-disabled': 'var(--dna-sub)',
    '--mantine-color-disabled-color': 'var(--dna-text-3)',
    '--mantine-color-disabled-border': 'var(--dna-line)',
    '--mantine-primary-color-contrast': 'var(--dna-on-accent)',
    '--mantine-color-petrol-filled': 'var(--dna-accent)',
    '--mantine-color-petrol-filled-hover': 'var(--dna-accent-hover)',
    '--mantine-color-petrol-light': 'var(--dna-selected)',
    '--mantine-color-petrol-light-hover': 'var(--dna-selected)',
    '--mantine-color-petrol-light-color': 'var(--dna-accent-text)',
    '--mantine-color-red-filled': 'var(--dna-bad-text)',
    '--mantine-color-red-filled-hover': 'var(--dna-bad-hover)',
  }
  return { variables: {}, light: roles, dark: roles }
}

/** Variants of buttons and icons: filled, default (outline), light and quiet. Destructive actions use `color="red"`. */
const variants: VariantColorsResolver = ({ color, variant, theme }) => {
  const name = color ?? theme.primaryColor
  const text = name === 'red' ? 'var(--dna-bad-text)' : name === 'gray' ? 'var(--dna-text-2)' : 'var(--dna-accent-text)'
  const quiet = { hover: 'var(--dna-hover)', border: '1px solid transparent' }
  if (variant === 'filled')
    return {
      ...quiet,
      background: `var(--mantine-color-${name}-filled)`,
      hover: `var(--mantine-color-${name}-filled-hover)`,
      color: 'var(--dna-on-accent)',
    }
  if (variant === 'default' || variant === 'outline') {
    const own = variant === 'default' && name !== 'red' ? 'var(--dna-text)' : text
    return { ...quiet, background: 'var(--dna-page)', color: own, border: '1px solid var(--dna-line-strong)' }
  }
  if (variant === 'light') return { ...quiet, background: name === 'red' ? 'var(--dna-bad-tint)' : 'var(--dna-selected)', color: text }
  if (variant === 'transparent') return { ...quiet, background: 'transparent', hover: 'transparent', color: text }
  return { ...quiet, background: 'transparent', color: text }
}

const quick = { transitionProps: { duration: 120, transition: 'fade' } }
/** Prevents the dialog header from becoming a banner landmark. */
const dialog = { attributes: { header: { role: 'none' } }, closeButtonProps: { 'aria-label': 'Close' } }
const heights: Record<string, string> = { xs: '1.75rem', sm: '2rem', md: '2.25rem', lg: '2.5rem' }
const height = (size: unknown) => heights[String(size ?? 'sm')] ?? heights.sm!
const vars = (varsOf: (props: { size?: unknown }) => Record<string, Record<string, string>>) => ({
  vars: (_theme: MantineTheme, props: { size?: unknown }) => varsOf(props),
})

export const theme = createTheme({
  colors: { petrol, gray, dark, red },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  black: '#1b2024',
  variantColorResolver: variants,
  fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
  fontSizes: { xs: '0.6875rem', sm: '0.75rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.125rem' },
  lineHeights: { xs: '1rem', sm: '1rem', md: '1.25rem', lg: '1.5rem', xl: '1.5rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  radius: { xs: '4px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--dna-shadow-1)',
    lg: 'var(--dna-shadow-2)',
    xl: 'var(--dna-shadow-2)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: {
      defaultProps: { size: 'sm' },
      ...vars(({ size }) => ({
        wrapper: { '--input-height': (size ?? 'sm') === 'sm' ? 'var(--dna-input)' : height(size), '--input-fz': '0.8125rem' },
      })),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Button: {
      defaultProps: { size: 'sm' },
      ...vars(({ size }) => ({
        root: { '--button-height': height(size), '--button-padding-x': '12px', '--button-fz': '0.8125rem' },
      })),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    CloseButton: { defaultProps: { size: 32, iconSize: 16 } },
    Checkbox: { defaultProps: { size: '16px' }, styles: { label: { fontSize: '0.8125rem', lineHeight: '1.25rem' } } },
    Radio: { defaultProps: { size: '16px' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tabs: vars(() => ({ root: { '--tabs-radius': '0', '--tabs-list-border-width': '2px' } })),
    Badge: {
      defaultProps: { variant: 'default', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 500, letterSpacing: 0 } },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { ...quick, ...dialog } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, ...dialog } },
    Menu: { defaultProps: { ...quick, offset: 4, shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { ...quick, offset: 4, shadow: 'md' } },
    Combobox: { defaultProps: { transitionProps: { duration: 120 }, offset: 4, shadow: 'md' } },
    Table: { defaultProps: { withTableBorder: false, withRowBorders: false } },
    Divider: { defaultProps: { color: 'var(--dna-line)' } },
    Skeleton: { defaultProps: { height: 10, radius: 2 } },
    ScrollArea: { defaultProps: { scrollbarSize: 8, viewportProps: { tabIndex: 0 } } },
  },
})
