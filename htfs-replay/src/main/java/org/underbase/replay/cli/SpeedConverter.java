package org.underbase.replay.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of speeds: a positive number, or {@code max}. */
final class SpeedConverter implements ITypeConverter<Double> {
    private static final double MAX = 1_000_000;

    @Override
    public Double convert(String text) {
        if (text.equals("max")) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            double speed = Double.parseDouble(text);
            if (speed > 0 && speed <= MAX) {
                return speed;
            }
        } catch (NumberFormatException e) {
            // The same message.
        }
        throw new TypeConversionException("invalid speed '" + text + "': must be a positive number such as 2, or max");
    }
}
