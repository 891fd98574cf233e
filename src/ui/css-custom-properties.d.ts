import "react";

declare module "react" {
  interface CSSProperties {
    /**
     * Lets `style` contain CSS custom properties. Components pass values to style sheets with them.
     */
    [property: `--${string}`]: string | number | undefined;
  }
}
