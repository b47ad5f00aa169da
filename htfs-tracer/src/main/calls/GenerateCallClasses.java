import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Build step that turns calls.txt into the four classes that override Hadoop's file-system methods. A Java class can
 * intercept a method only by overriding it, and Hadoop has about 130 of them on each of four unrelated classes; the
 * table keeps what differs between them.
 *
 * <p>Types, exceptions and visibility come from the Hadoop release on the class path, so that the same table fits each
 * supported release. A method that the release lacks fails the build.
 *
 * <p>Usage: {@code java -cp HADOOP_JARS GenerateCallClasses.java calls.txt OUTPUT_DIRECTORY}
 */
final class GenerateCallClasses {
    private GenerateCallClasses() {}

    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        Path output = Path.of(arguments[1]);
        new CallClass(
                        0,
                        "org.underbase.htfs.hdfs",
                        "TracedDistributedFileSystem",
                        "RecordingDistributedFileSystem",
                        "org.apache.hadoop.hdfs.DistributedFileSystem",
                        "super",
                        List.of())
                .write(lines, output);
        new CallClass(
                        1,
                        "org.underbase.htfs.filter",
                        "TracedFilterFileSystem",
                        "RecordingFilterFileSystem",
                        "org.apache.hadoop.fs.FilterFileSystem",
                        "fs",
                        List.of("", "org.apache.hadoop.fs.FileSystem inner"))
                .write(lines, output);
        new CallClass(
                        2,
                        "org.underbase.htfs.context",
                        "TracedHdfs",
                        "RecordingHdfs",
                        "org.apache.hadoop.fs.Hdfs",
                        "super",
                        List.of("java.net.URI uri, org.apache.hadoop.conf.Configuration conf"))
                .write(lines, output);
        new CallClass(
                        3,
                        "org.underbase.htfs.context",
                        "TracedFilterFs",
                        "RecordingFilterFs",
                        "org.apache.hadoop.fs.FilterFs",
                        "getMyFs()",
                        List.of("org.apache.hadoop.fs.AbstractFileSystem inner,"
                                + " org.underbase.htfs.record.Tracer tracer, String user"))
                .write(lines, output);
    }

    /** A parameter as the table names it. */
    record Parameter(String type, String name, char mark) {}

    /** A line of the table. */
    record Line(String surfaces, String call, String method, List<Parameter> parameters, List<String> facts) {
        private static final Pattern FORM = Pattern.compile("([A-Z.]{4}) (\\w+) (\\w+)\\((.*?)\\)(.*)");
        private static final Pattern FACT = Pattern.compile("\\w+=\\{[^}]*}|\\S+");

        static Line of(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("malformed line of calls.txt: " + text);
            }
            List<Parameter> parameters = new ArrayList<>();
            for (String parameter : matcher.group(4).isEmpty() ? new String[0] : matcher.group(4).split(", ")) {
                char mark = parameter.charAt(0);
                boolean marked = mark == '*' || mark == '+';
                String[] words = parameter.substring(marked ? 1 : 0).split(" ");
                parameters.add(new Parameter(words[0], words[1], marked ? mark : ' '));
            }
            List<String> facts = FACT.matcher(matcher.group(5)).results().map(r -> r.group()).toList();
            return new Line(matcher.group(1), matcher.group(2), matcher.group(3), parameters, facts);
        }

        boolean fits(Method method) {
            return method.getName().equals(this.method)
                    && Arrays.stream(method.getParameterTypes())
                            .map(Class::getSimpleName)
                            .toList()
                            .equals(parameters.stream().map(Parameter::type).toList());
        }

        /** The expression for the parameter with a mark, or null. */
        String path(char mark) {
            for (Parameter parameter : parameters) {
                if (parameter.mark() == mark) {
                    return parameter.type().equals("Path") ? parameter.name() : "Paths.of(" + parameter.name() + ")";
                }
            }
            return null;
        }

        String path() {
            String marked = path('*');
            return marked != null
                    ? marked
                    : parameters.stream()
                            .filter(parameter -> parameter.type().equals("Path") && parameter.mark() == ' ')
                            .map(Parameter::name)
                            .findFirst()
                            .orElse("null");
        }

        /** Whether the flags of the method make it continue an existing file. */
        boolean appends() {
            return method.equals("createInternal") || method.equals("primitiveCreate");
        }

        /** Whether a rename moves into an existing directory; the forms of FileContext and with options do not. */
        boolean movesInto() {
            return method.equals("rename") && parameters.size() == 2;
        }

        boolean has(String name) {
            return parameters.stream().anyMatch(parameter -> parameter.name().equals(name));
        }
    }

    /** One class to generate. */
    record CallClass(
            int column, String pack, String name, String superclass, String stock, String target, List<String> makers) {

        void write(List<String> lines, Path output) throws IOException, ClassNotFoundException {
            StringBuilder text = new StringBuilder();
            text.append("package ").append(pack).append(";\n\n");
            text.append("import org.underbase.htfs.call.Paths;\n");
            text.append("import org.underbase.htfs.call.TracedBulkDelete;\n");
            text.append("import org.underbase.htfs.call.TracedIterator;\n");
            text.append("import org.underbase.htfs.format.Call;\n");
            if (wraps() && !pack.endsWith(".filter")) {
                text.append("import org.underbase.htfs.filter.TracedStreams;\n");
            }
            text.append("\n/** Records the calls of calls.txt on {@link ").append(stock).append("}. */\n");
            text.append("@SuppressWarnings({\"deprecation\", \"unused\"})\n");
            text.append("public abstract class ").append(name).append(" extends ").append(superclass).append(" {\n");
            makers.forEach(maker -> text.append(maker(maker)));
            Class<?> type = Class.forName(stock);
            for (String line : lines) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    Line call = Line.of(line);
                    if (call.surfaces().charAt(column) != '.') {
                        find(type, call).forEach(method -> text.append(method(method, call)));
                    }
                }
            }
            Path file = output.resolve(pack.replace('.', '/')).resolve(name + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.append("}\n"));
        }

        /** Whether the streams and iterators of the inner file system have to be wrapped here. */
        private boolean wraps() {
            return !target.equals("super");
        }

        private String maker(String parameters) {
            String names = Arrays.stream(parameters.split(", "))
                    .map(parameter -> parameter.substring(parameter.lastIndexOf(' ') + 1))
                    .collect(Collectors.joining(", "));
            String exceptions = switch (column) {
                case 1 -> "";
                case 2 -> " throws java.io.IOException, java.net.URISyntaxException";
                default -> " throws java.net.URISyntaxException";
            };
            return "    protected " + name + "(" + parameters + ")" + exceptions + " {\n        super(" + names
                    + ");\n    }\n";
        }

        /** The methods that the line names, each as its most derived class declares it. */
        private static List<Method> find(Class<?> type, Line line) {
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                List<Method> found = Arrays.stream(at.getDeclaredMethods())
                        .filter(method -> !method.isBridge() && line.fits(method))
                        .toList();
                if (!found.isEmpty()) {
                    return found;
                }
            }
            List<Method> inherited = Arrays.stream(type.getMethods()).filter(line::fits).toList();
            if (!inherited.isEmpty()) {
                return inherited; // default methods of interfaces
            }
            throw new IllegalStateException("calls.txt does not fit this Hadoop release: " + type.getName()
                    + " lacks " + line.method() + line.parameters());
        }

        private String method(Method method, Line line) {
            String exceptions = Arrays.stream(method.getGenericExceptionTypes())
                    .map(thrown -> source(thrown.getTypeName()))
                    .collect(Collectors.joining(", "));
            StringJoiner parameters = new StringJoiner(", ");
            for (int i = 0; i < line.parameters().size(); i++) {
                String type = source(method.getGenericParameterTypes()[i].getTypeName());
                boolean varargs = method.isVarArgs() && i == line.parameters().size() - 1;
                parameters.add((varargs ? type.replaceFirst("\\[]$", "...") : type) + " "
                        + line.parameters().get(i).name());
            }
            return "\n    @Override\n" + (method.isAnnotationPresent(Deprecated.class) ? "    @Deprecated\n" : "")
                    + "    " + (Modifier.isPublic(method.getModifiers()) ? "public " : "protected ")
                    + returned(method) + " " + method.getName() + "(" + parameters
                    + ")" + (exceptions.isEmpty() ? "" : " throws " + exceptions) + " {\n        "
                    + statement(method, line, !exceptions.isEmpty()) + "\n    }\n";
        }

        /** The return type; a raw type gets wildcards. */
        private static String returned(Method method) {
            int raw = method.getGenericReturnType() instanceof Class<?> type ? type.getTypeParameters().length : 0;
            String wildcards = raw == 0 ? "" : "<" + String.join(", ", java.util.Collections.nCopies(raw, "?")) + ">";
            return source(method.getGenericReturnType().getTypeName()) + wildcards;
        }

        private String statement(Method method, Line line, boolean throwing) {
            Class<?> returned = method.getReturnType();
            boolean nothing = returned == void.class;
            // A protected method of the inner file system is out of reach: the filter's own calls it.
            String on = Modifier.isPublic(method.getModifiers()) ? target : "super";
            String invoked = on + "." + method.getName() + "("
                    + line.parameters().stream().map(Parameter::name).collect(Collectors.joining(", ")) + ")";
            String facts = facts(method, line);
            String path = line.path();
            if (returned == java.util.concurrent.CompletableFuture.class) {
                String input = wraps() ? ".thenApply(in -> TracedStreams.input(in, calls(), " + path + "))" : "";
                return "return calls().future(Call." + line.call() + ", " + path + ", " + facts + ", () -> " + invoked
                        + input + ");";
            }
            if (!throwing) {
                String body = nothing ? "{ " + invoked + "; return null; }" : invoked;
                return (nothing ? "" : "return ") + "calls().local(Call." + line.call() + ", " + path + ", " + facts
                        + ", () -> " + body + ");";
            }
            String second = line.path('+');
            if (line.appends()) {
                return "return calls().create(" + path + ", flags, " + facts + ", () -> "
                        + body(line, invoked, path, second, nothing, returned) + ");";
            }
            String recorded = "calls()." + (nothing ? "run" : "call") + "(Call." + line.call() + ", " + path + ", "
                    + second + ", " + facts + ", () -> " + body(line, invoked, path, second, nothing, returned) + ")";
            return nothing ? recorded + ";" : "return " + wrapped(line, recorded, path, returned) + ";";
        }

        /** The call itself, and what it changes in the tracer's file table. */
        private String body(
                Line line, String invoked, String path, String second, boolean nothing, Class<?> returned) {
            String change =
                    switch (line.call()) {
                        case "RENAME" -> "calls()." + (line.movesInto() ? "renamedInto(" : "renamed(") + path + ", "
                                + second + ");";
                        case "DELETE" -> "calls().deleted(" + path + ");";
                        case "CONCAT" -> "calls().concatenated(" + path + ", sources);";
                        default -> "";
                    };
            if (!change.isEmpty()) {
                return nothing
                        ? "{ " + invoked + "; " + change + " }"
                        : "{ boolean done = " + invoked + "; if (done) { " + change + " } return done; }";
            }
            if (wraps() && returned == named("org.apache.hadoop.fs.FSDataInputStream")) {
                return "TracedStreams.input(" + invoked + ", calls(), " + path + ")";
            }
            if (wraps() && returned == named("org.apache.hadoop.fs.FSDataOutputStream")) {
                String created = line.appends() ? "flags" : Boolean.toString(line.call().equals("CREATE"));
                return "TracedStreams.output(" + invoked + ", calls(), " + path + ", " + created + ")";
            }
            return invoked;
        }

        /** Returns the expression whose value the caller gets. */
        private String wrapped(Line line, String recorded, String path, Class<?> returned) {
            boolean iterator = returned == named("org.apache.hadoop.fs.RemoteIterator");
            if (line.facts().contains("walk") || (wraps() && iterator)) {
                return "new TracedIterator<>(" + recorded + ", calls(), " + path + ")";
            }
            if (wraps() && returned == named("org.apache.hadoop.fs.BulkDelete")) {
                return "TracedBulkDelete.of(" + recorded + ", calls())";
            }
            if (column == 1 && line.method().equals("createMultipartUploader")) {
                return "new TracedUploaderBuilder(" + recorded + ", calls())";
            }
            return recorded;
        }

        private static String facts(Method method, Line line) {
            StringBuilder facts = new StringBuilder();
            for (String fact : line.facts()) {
                if (fact.equals("create")) {
                    facts.append(".addCreate(")
                            .append(line.has("permission") ? "permission, " : "null, ")
                            .append(line.has("flags") ? "flags, " : "null, ")
                            .append(line.has("replication") ? "replication, " : "-1, ")
                            .append(line.has("blockSize") ? "blockSize, " : "-1, ")
                            .append(line.has("favoredNodes") ? "favoredNodes)" : "null)");
                } else if (!fact.equals("walk")) {
                    facts.append(fact(method, line, fact));
                }
            }
            return facts.isEmpty() ? "facts -> {}" : "facts -> facts" + facts;
        }

        private static String fact(Method method, Line line, String fact) {
            int equals = fact.indexOf('=');
            String key = equals < 0 ? fact : fact.substring(0, equals);
            String value = equals < 0 ? fact : fact.substring(equals + 1);
            if (value.startsWith("{")) {
                return ".add(\"" + key + "\", " + value.substring(1, value.length() - 1) + ")";
            }
            List<String> names = line.parameters().stream().map(Parameter::name).toList();
            if (!names.contains(value)) {
                throw new IllegalArgumentException("calls.txt: " + line.method() + " has no parameter " + value);
            }
            Class<?> type = method.getParameterTypes()[names.indexOf(value)];
            String add =
                    switch (type.getSimpleName().toLowerCase(Locale.ROOT)) {
                        case "enumset" -> ".addAll(";
                        case "list" -> ".addSize(";
                        case "fspermission" -> ".addPermission(";
                        default -> !type.isArray() ? ".add(" : type.componentType().isEnum() ? ".addEach(" : ".addSize(";
                    };
            return add.equals(".addPermission(") ? add + value + ")" : add + "\"" + key + "\", " + value + ")";
        }

        /** A type's name as source code has it: nested classes behind a dot. */
        private static String source(String name) {
            return name.replace('$', '.');
        }

        private static Class<?> named(String name) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
