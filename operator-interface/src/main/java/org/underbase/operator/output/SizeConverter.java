package org.underbase.operator.output;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of sizes in options, in bytes: {@code 4096}, {@code 64k}, {@code 16m}, {@code 2g}; units are binary. */
public final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgtpe]?)b?");
    private static final String UNITS = "kmgtpe";
    private static final int BITS = 10;

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size such as 4096, 64k or 16m");
        }
        int shift = size.group(2).isEmpty() ? 0 : BITS * (1 + UNITS.indexOf(size.group(2)));
        long number = Long.parseLong(size.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("'" + text + "' is too large");
        }
        return number << shift;
    }
}
