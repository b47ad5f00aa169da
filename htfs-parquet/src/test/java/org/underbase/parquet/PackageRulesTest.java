package org.underbase.parquet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.parquet");

    @Test
    void rowsAndTablesAreIndependent() {
        noClasses()
                .that()
                .resideInAPackage("..parquet.row..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..parquet.table..", "..parquet.export..", "..parquet.cli..", "org.apache.parquet..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..parquet.table..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..parquet.row..", "..parquet.export..", "..parquet.cli..", "org.underbase.analysis..")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandUsesTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..parquet.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "..parquet.cli..")
                .check(CLASSES);
    }
}
