import "react";

declare module "react" {
  interface CSSProperties {
    /** Lets `style` contain CSS custom properties, which pass values to style sheets. */
    [property: `--${string}`]: string | number | undefined;
  }
}
