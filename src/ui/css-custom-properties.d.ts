import "react";

declare module "react" {
  interface CSSProperties {
    /** Allows custom properties in `style`. They pass values to style sheets. */
    [property: `--${string}`]: string | number | undefined;
  }
}
