package org.underbase.operator.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;

/** Indented JSON, as {@code --json} prints it. Unknown values are null; times are in the unit that the name states. */
public final class JsonText {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonText() {}

    /** Creates an empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Creates an empty array. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /**
     * Formats a tree, a record or a map.
     *
     * @param value the value
     * @return indented JSON without a line feed at the end
     * @throws IllegalArgumentException if Jackson cannot serialize the value
     */
    public static String of(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot write " + value.getClass() + " as JSON", e);
        }
    }

    /** Returns a number, or null if it is unknown or infinite, as JSON has no such numbers. */
    public static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /**
     * Puts a text or null.
     *
     * @param into the object
     * @param name name of the field
     * @param value value of the field
     */
    public static void put(ObjectNode into, String name, Optional<String> value) {
        into.put(name, value.orElse(null));
    }

    /**
     * Puts a number or null.
     *
     * @param into the object
     * @param name name of the field
     * @param value value of the field
     */
    public static void put(ObjectNode into, String name, OptionalLong value) {
        if (value.isPresent()) {
            into.put(name, value.getAsLong());
        } else {
            into.putNull(name);
        }
    }
}
