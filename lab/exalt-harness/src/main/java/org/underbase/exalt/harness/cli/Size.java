package org.underbase.exalt.harness.cli;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes such as {@code 4096}, {@code 64k}, {@code 128m}; units are binary. */
final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return TraditionalBinaryPrefix.string2long(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is not a size such as 4096, 64k or 128m");
        }
    }
}
