import { useEffect, useId, useState } from "react";
import { exactTime } from "../../text/time.ts";

/** Steps of the slider over the graph's time. */
const STEPS = 1_000;

interface MomentSliderProps {
  readonly label: string;
  readonly range: { readonly from: number; readonly to: number };
  /** ISO 8601. */
  readonly value: string;
  readonly onChange: (moment: string) => void;
}

/** Chooses a moment; it counts once the slider is let go of. */
export function MomentSlider({ label, range, value, onChange }: MomentSliderProps) {
  const id = useId();
  const length = Math.max(1, range.to - range.from);
  const place = Math.round(((Date.parse(value) - range.from) / length) * STEPS);
  const [step, setStep] = useState(place);
  useEffect(() => setStep(place), [place]);
  const moment =
    step === place ? value : new Date(range.from + (length * step) / STEPS).toISOString();
  const commit = () => {
    if (moment !== value) onChange(moment);
  };
  return (
    <div className="moment-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={step}
        aria-valuetext={exactTime(moment)}
        onChange={({ target }) => setStep(Number(target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      <output htmlFor={id}>{exactTime(moment)}</output>
    </div>
  );
}
