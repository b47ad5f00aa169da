package org.underbase.exalt.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Program that copies and moves a compressed file out of its directory in every way, and prints the outcomes and the reported space. */
public final class CopiedOutFiles {
    private static final int LENGTH = 1 << 20;

    private CopiedOutFiles() {}

    private static void child(String what, ProcessBuilder child) {
        try {
            child.start().destroy();
            System.out.println("child " + what);
        } catch (IOException e) {
            System.out.println("child not " + what + ": " + e.getMessage());
        }
    }

    /** Arguments: the compressed directory and a plain one. */
    public static void main(String[] arguments) throws IOException {
        Path inside = Path.of(arguments[0]);
        Path outside = Path.of(arguments[1]);
        byte[] content = new byte[LENGTH];
        Tardis.fill(Form.DATA, LENGTH, 0, content);
        Path file = Files.write(inside.resolve("file"), content);

        Path copy = outside.resolve("copy");
        Files.copy(file, copy);
        System.out.println("copied " + Arrays.equals(Files.readAllBytes(copy), content));
        File renamed = outside.resolve("renamed").toFile();
        System.out.println(
                "renamed " + file.toFile().renameTo(renamed) + " " + renamed.exists() + " " + Files.exists(file));
        try {
            Files.move(file, outside.resolve("moved"));
            System.out.println("moved");
        } catch (FileSystemException e) {
            System.out.println("failed: " + e.getReason());
        }
        Path sub = Files.createDirectory(inside.resolve("sub"));
        Files.write(sub.resolve("deep"), content);
        File other = outside.resolve("sub").toFile();
        System.out.println("directory renamed " + sub.toFile().renameTo(other) + " " + other.exists());
        try {
            Files.move(sub, other.toPath());
            System.out.println("directory moved");
        } catch (FileSystemException e) {
            System.out.println("directory failed: " + e.getReason());
        }
        File deep = sub.resolve("deep").toFile();
        child("read", new ProcessBuilder("wc", "-c").redirectInput(deep));
        child("appended", new ProcessBuilder("echo", "more").redirectOutput(ProcessBuilder.Redirect.appendTo(deep)));
        child(
                "written",
                new ProcessBuilder("echo", "new")
                        .redirectOutput(inside.resolve("new").toFile()));
        child(
                "elsewhere",
                new ProcessBuilder("echo", "new")
                        .redirectError(outside.resolve("err").toFile()));
        try {
            System.load(deep.toString());
            System.out.println("loaded");
        } catch (UnsatisfiedLinkError e) {
            System.out.println("not loaded: " + e.getMessage());
        }
        System.out.println("complete " + Arrays.equals(Files.readAllBytes(deep.toPath()), content));
        Path back = inside.resolve("back");
        Files.copy(copy, back);
        System.out.println("back " + Arrays.equals(Files.readAllBytes(back), content));
        Files.move(back, copy, StandardCopyOption.REPLACE_EXISTING);
        System.out.println("plain " + Arrays.equals(Files.readAllBytes(copy), content));

        File directory = Files.createDirectory(inside.resolve("directory")).toFile();
        System.out.println("directory " + (directory.length() > 0) + " " + (Files.size(directory.toPath()) > 0));

        File volume = inside.toFile();
        System.out.println("total " + volume.getTotalSpace() + " "
                + Files.getFileStore(inside).getTotalSpace());
        System.out.println("fits "
                + (volume.getUsableSpace() > 0
                        && volume.getUsableSpace() <= volume.getFreeSpace()
                        && volume.getFreeSpace() <= volume.getTotalSpace()));
        System.out.println("others " + (outside.toFile().getTotalSpace() < volume.getTotalSpace()));
    }
}
