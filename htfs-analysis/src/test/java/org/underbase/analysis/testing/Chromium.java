package org.underbase.analysis.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Headless Chromium with one page, controlled with the DevTools protocol. */
public final class Chromium implements AutoCloseable {
    /** Path of the executable in Debian's package. */
    public static final Path BINARY = Path.of("/usr/bin/chromium");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS = 90;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** Starts the browser with an empty profile in {@code directory}. */
    public Chromium(Path directory) throws IOException {
        Path profile = Files.createDirectories(directory.resolve("profile"));
        process = new ProcessBuilder(
                        BINARY.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-crash-reporter",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("chromium.log").toFile())
                .start();
        try {
            Path port = profile.resolve("DevToolsActivePort");
            Awaitility.await("DevTools port")
                    .atMost(SECONDS, TimeUnit.SECONDS)
                    .until(() -> Files.exists(port) && Files.readAllLines(port).size() >= 2);
            int number = Integer.parseInt(Files.readAllLines(port).get(0));
            HttpClient http = HttpClient.newHttpClient();
            URI page = Awaitility.await("a page")
                    .atMost(SECONDS, TimeUnit.SECONDS)
                    .ignoreExceptions()
                    .until(() -> pageOf(http, number), uri -> true);
            socket = http.newWebSocketBuilder().buildAsync(page, new Listener()).get(SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            stop();
            throw new IOException("Chromium did not start: " + Files.readString(directory.resolve("chromium.log")), e);
        }
        call("Page.enable");
        call("Runtime.enable");
        call("Log.enable");
        call("Network.enable");
    }

    private static URI pageOf(HttpClient http, int port) throws IOException, InterruptedException {
        HttpRequest list = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        JsonNode targets = JSON.readTree(
                http.send(list, HttpResponse.BodyHandlers.ofString()).body());
        for (JsonNode target : targets) {
            if (target.path("type").asText().equals("page")) {
                return URI.create(target.path("webSocketDebuggerUrl").asText());
            }
        }
        throw new IOException("no page yet");
    }

    /** Shows a file in a window of this size; {@code scheme} is light or dark. */
    public void show(Path page, int width, int height, String scheme) {
        call(
                "Emulation.setDeviceMetricsOverride",
                JSON.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
        scheme(scheme);
        call("Page.navigate", JSON.createObjectNode().put("url", page.toUri().toString()));
    }

    /** Switches between light and dark. */
    public void scheme(String scheme) {
        ObjectNode media = JSON.createObjectNode().put("media", "");
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", scheme);
        call("Emulation.setEmulatedMedia", media);
    }

    /** Evaluates an expression in the page. */
    public JsonNode evaluate(String expression) {
        JsonNode answer = call(
                "Runtime.evaluate",
                JSON.createObjectNode().put("expression", expression).put("returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Saves a screenshot of the whole page. */
    public void screenshot(Path png) throws IOException {
        JsonNode answer = call(
                "Page.captureScreenshot",
                JSON.createObjectNode().put("format", "png").put("captureBeyondViewport", true));
        Files.write(png, Base64.getDecoder().decode(answer.path("data").asText()));
    }

    /** Returns errors and warnings on the console, and uncaught exceptions. */
    public List<String> messages() {
        return List.copyOf(messages);
    }

    /** Returns the addresses that the page requested. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private JsonNode call(String method) {
        return call(method, JSON.createObjectNode());
    }

    private JsonNode call(String method, ObjectNode params) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", params);
        socket.sendText(message.toString(), true).join();
        JsonNode got = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        if (got.has("error")) {
            throw new AssertionError(method + ": " + got.get("error"));
        }
        return got.path("result");
    }

    @Override
    public void close() {
        socket.abort();
        stop();
    }

    private void stop() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await("Chromium's end").atMost(SECONDS, TimeUnit.SECONDS).until(() -> all.stream()
                .noneMatch(ProcessHandle::isAlive));
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                try {
                    take(JSON.readTree(whole));
                } catch (IOException e) {
                    messages.add("not understood: " + whole);
                }
            }
            webSocket.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void take(JsonNode message) {
            if (message.has("id")) {
                CompletableFuture<JsonNode> waiting =
                        answers.remove(message.get("id").asInt());
                if (waiting != null) {
                    waiting.complete(message);
                }
                return;
            }
            JsonNode params = message.path("params");
            switch (message.path("method").asText()) {
                case "Runtime.exceptionThrown" ->
                    messages.add(params.path("exceptionDetails").toString());
                case "Runtime.consoleAPICalled" -> {
                    String type = params.path("type").asText();
                    if (type.equals("error") || type.equals("warning") || type.equals("assert")) {
                        messages.add(type + ": " + params.path("args"));
                    }
                }
                case "Log.entryAdded" -> {
                    String level = params.path("entry").path("level").asText();
                    if (level.equals("error") || level.equals("warning")) {
                        messages.add(params.path("entry").toString());
                    }
                }
                case "Network.requestWillBeSent" ->
                    requests.add(params.path("request").path("url").asText());
                default -> {}
            }
        }
    }
}
